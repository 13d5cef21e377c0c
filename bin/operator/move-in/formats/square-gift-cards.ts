import { cell, code, currency, exportedAt, past, required, smallestUnits } from '../columns.ts';
import type { Format } from '../format.ts';

/**
 * Gift cards of Square, as its API lists them: an object a line, or a table of the same fields. `gan` is the code. Neither the initial
 * value nor an expiry is told.
 */
export const squareGiftCards: Format = {
  name: 'square-gift-cards',
  source: 'https://developer.squareup.com/reference/square/objects/GiftCard',
  kind: 'gift-cards',
  marks: [
    ['gan', 'balance_money_amount'],
    ['gift_card_account_number', 'balance_money_amount'],
  ],
  records: [
    {
      fields: {
        code: code('gan', 'gift_card_account_number'),
        currency: currency('balance_money_currency'),
        balance: required(smallestUnits('balance_money_amount')),
        disabled: cell(['state'], (state) => state.toUpperCase() !== 'ACTIVE'),
        created_at: past('created_at'),
        exported_at: exportedAt,
      },
    },
  ],
};
