import { country, customer, past, required, text, token } from '../columns.ts';
import type { Format } from '../format.ts';

/** Our own: columns named as the fields of import-customer-addresses. */
export const customerAddresses: Format = {
  name: 'customer-addresses',
  source: 'the fields of import-customer-addresses',
  kind: 'customer-addresses',
  marks: [['customer_id', 'street1', 'country_id']],
  isOurs: true,
  records: [
    {
      fields: {
        customer_id: customer('customer_id'),
        first_name: required(text('first_name')),
        last_name: required(text('last_name')),
        street1: required(text('street1')),
        street2: text('street2'),
        city: required(text('city')),
        state: required(text('state')),
        country_id: required(country('country_id')),
        zip: token('zip'),
        id: text('id'),
        created_at: past('created_at'),
      },
    },
  ],
};
