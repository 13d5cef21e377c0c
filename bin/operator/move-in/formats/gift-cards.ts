import { cell, code, currency, expiry, exportedAt, past, required, text, yesOrNo } from '../columns.ts';
import type { Field, Format } from '../format.ts';
import { amountOf, smallestUnitsOf } from '../values/money.ts';

/** In the smallest unit, or with `--decimal` as people write it. */
const money = (column: string): Field =>
  cell([column], (found, given) => (given.decimal ? amountOf(found, given.currency) : smallestUnitsOf(found)));

/** Our own: columns named as the fields of import-gift-cards. */
export const giftCards: Format = {
  name: 'gift-cards',
  source: 'the fields of import-gift-cards',
  kind: 'gift-cards',
  marks: [['code', 'balance']],
  isOurs: true,
  records: [
    {
      fields: {
        code: code('code'),
        currency: currency('currency'),
        balance: required(money('balance')),
        initial_value: money('initial_value'),
        expires_at: expiry('expires_at'),
        recipient_email: text('recipient_email'),
        message: text('message'),
        note: text('note'),
        disabled: yesOrNo('disabled'),
        created_at: past('created_at'),
        exported_at: exportedAt,
      },
    },
  ],
};
