import { cell, code, currency, expiry, exportedAt, oneOf, past, required, text } from '../columns.ts';
import type { Format } from '../format.ts';
import { amountOf } from '../values/money.ts';

/**
 * Gift cards of Rise.ai: what its Activity tab shows. `Balance` there is what is left, or what is left and the value when issued:
 * `20.00 / 50.00`.
 */
export const riseGiftCards: Format = {
  name: 'rise-gift-cards',
  source: 'https://help.rise.ai/en/articles/2396584-manage-your-gift-cards-store-credit',
  kind: 'gift-cards',
  marks: [
    ['code', 'source', 'balance', 'created_at'],
    ['code', 'initial_value', 'remaining_value'],
  ],
  records: [
    {
      fields: {
        code: code('code'),
        currency: currency('currency'),
        balance: required(
          cell(['remaining_value', 'balance'], (found, given) => amountOf(partsOf(found).left, given.currency)),
        ),
        initial_value: cell(['initial_value', 'balance'], (found, given) =>
          amountOf(partsOf(found).issued, given.currency),
        ),
        expires_at: expiry('next_expiration_date', 'expiration_date', 'expires_on'),
        recipient_email: text('recipient_email', 'customer_email'),
        note: text('note'),
        disabled: oneOf(['disabled', 'disable', 'fraud risk'], 'status'),
        created_at: past('created_at', 'date_issued'),
        exported_at: exportedAt,
      },
    },
  ],
};

function partsOf(balance: string): { left: string; issued: string } {
  const [left = '', issued = left] = balance.split('/');
  return { left, issued };
}
