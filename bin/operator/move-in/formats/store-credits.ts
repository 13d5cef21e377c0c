import { currency, customerBy, expiry, type Format, ownAmount, required, text } from '../format.ts';

/** Our own: columns named as the fields of import-store-credits. An email address is mapped by `--customers`. */
export const storeCredits: Format = {
  name: 'store-credits',
  source: 'the fields of import-store-credits',
  kind: 'store-credits',
  marks: [['external_id', 'value']],
  isOurs: true,
  records: [
    {
      fields: {
        external_id: required(text('external_id')),
        customer_id: customerBy(['customer_id'], ['email']),
        value: required(ownAmount('value')),
        reason: required(text('reason')),
        currency: currency('currency'),
        expires_at: expiry('expires_at'),
      },
    },
  ],
};
