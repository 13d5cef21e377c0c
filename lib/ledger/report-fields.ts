/** The rows of the books, and the refusals of reports on ledgers. */
import * as z from 'zod/mini';
import { field, shownInteger, shownOf, shownText } from '../schema/field.ts';

/** The accounts of a store's books. */
export const accounts = ['gift_cards', 'store_credits'] as const;

export type AccountName = (typeof accounts)[number];

/** How the books group movements. */
export const groups = ['day', 'month'] as const;

const moved = (words: string, example = 0) => shownInteger({ words, example });

/** The movements of an account, each a column of the books, in the smallest unit of the currency. */
const movements = {
  sold: moved('Value of the cards that were sold with orders.'),
  issued_free: moved('Value of the cards and credits that staff issued without an order.', 5000),
  imported: moved('Balances imported from another system, and changes of these balances by later imports.'),
  redeemed: moved('Amounts that orders spent; negative.'),
  refunded: moved(
    'Amounts that refunds and cancellations returned to cards and credits, and the values of the credits that they created.',
  ),
  adjusted: moved('Changes of balances by staff. The balances of the credits of deleted customers are included.'),
  taken_back: moved('Balances of cards that a refund of their order took back; negative.'),
  expired: moved(
    'Balances that expired (negative), and balances that a later expiry made spendable again (positive). An amount that is added to an expired card or credit is booked in its own column and reversed in this one.',
  ),
};

export type Movement = keyof typeof movements;

/** The columns of the books, in their order. */
export const movementNames = Object.keys(movements) as Movement[];

/** The movements of an account in a period and a currency. */
export const booksRow = shownOf({
  period: shownText({
    words:
      'The month (`2026-01`) or the day (`2026-01-31`), in UTC. If `from` or `to` is inside the period, the row covers only the part between them.',
    example: '2026-01',
  }),
  account: field({
    shown: z.enum(accounts),
    words: {
      text: 'The account.',
      values: { gift_cards: 'All gift cards of the store.', store_credits: 'The store credits of all customers.' },
    },
    example: 'gift_cards',
  }),
  currency: shownText({ words: 'Currency of the amounts (ISO 4217).', example: 'USD' }),
  opening: moved('Value before the period: the balances of all cards or credits that are not past their expiry.'),
  ...movements,
  closing: moved('Value after the period: `opening` plus all movements.', 5000),
});

export type BooksRow = z.output<typeof booksRow>;

export const wrongTime = {
  tooLate: 'at must be a minute ago or earlier',
  required: 'at is required with after: repeat that of the first page',
} as const;

/** The longest time that a report of movements covers, in days. */
export const movementDays = 400;

export const wrongPeriod = {
  order: 'to must be after from',
  tooLong: `to must be at most ${movementDays} days after from`,
  tooLate: 'to must be a minute ago or earlier',
} as const;
