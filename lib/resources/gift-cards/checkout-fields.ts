/** Storefront page: the fields of functions that hold funds for a checkout. */
import * as z from 'zod/mini';
import type { ErrorRow } from '../../schema/errors.ts';
import { field, idOf, shownInteger, shownOf, shownText } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { timestampInput } from '../../schema/times.ts';
import { integer } from '../../schema/values.ts';
import { amount, checkoutId, currency } from './fields.ts';

/** What a checkout requests of each payer. */
export const holdFields = {
  checkout_id: checkoutId,
  amount: field({
    input: amount('amount'),
    words: 'Total of the order, in the smallest unit of the currency.',
    example: 6000,
  }),
  currency: field({
    input: currency,
    words: 'Currency of the checkout; a gift card or store credit in another currency is refused.',
    example: 'USD',
  }),
  expires_at: field({
    input: timestampInput('expires_at'),
    words: 'When the hold expires, RFC 3339. Use the time at which the payment can no longer be made.',
    example: '2030-01-31T09:00:00Z',
  }),
  lines: field({
    input: z.nullish(
      integer({
        label: 'lines',
        min: 1,
        max: limits.orderLines,
        outside: `lines must be between 1 and ${limits.orderLines}`,
      }),
    ),
    words:
      'Number of lines of the order. If set, the call is refused if `record-order` would refuse the order with these payments, and `hold-store-credit` holds only as many credits as the order can have. An order of a checkout with n payments has at most 96 − 3n lines, and never more than 90. If omitted, only `record-order` checks this limit.',
    example: undefined,
  }),
};

const held = shownInteger({ words: 'Amount on hold; 0 if the hold has expired.', example: 5500 });

/** The hold of a checkout on one of its gift cards. */
const cardHold = shownOf({
  gift_card_id: idOf('giftCard', { words: 'The card that holds funds for the checkout.', example: 'gcd_00birthday' }),
  last4: shownText({ words: 'Last four characters of the code.', example: 'DEM2' }),
  held,
});

/** The hold of a checkout on one of the store credits of its customer. */
const creditHold = shownOf({
  store_credit_id: idOf('storeCredit', {
    words: 'The store credit that holds funds for the checkout.',
    example: 'scr_00goodwill',
  }),
  held,
});

/** All holds of a checkout. */
export const checkoutHolds = z.array(z.union([cardHold, creditHold]));

export const tooManyLines: ErrorRow = {
  code: 'INVALID_FIELD',
  message: 'An order with 10 payments can have at most 66 lines',
  when: 'the order has more `lines` than the payments of the checkout allow',
};
