/** Storefront page: gift cards at checkout, their reports and audits. */
import * as z from 'zod/mini';
import { notFoundWhen } from '../../schema/errors.ts';
import { field, inputOf, shownInteger, shownOf, shownText } from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { timestamp, timestampInput } from '../../schema/times.ts';
import { storeId } from '../stores/fields.ts';
import {
  amount,
  cardOfCode,
  checkoutId,
  currency,
  giftCardStatuses,
  noSuchCode,
  statusWords,
  typedCode,
} from './fields.ts';
import { exportPage, ledgerPage, liabilityPage, wrongTime } from './ledger-fields.ts';

export const holdGiftCard = invocable({
  name: 'hold-gift-card',
  group: 'storefront',
  summary:
    "Hold as much of an order's cost on a gift card as its free balance covers, in place of the checkout's last hold",
  words: {
    text: "Sets aside what a checkout needs of a card, so that nobody else can spend it: as much of `amount` as the card's free balance covers, possibly 0. A second code replaces the checkout's first hold.",
    same: 'The same checkout and card: the hold is replaced, with the new amount and time.',
  },
  payload: inputOf({
    store_id: storeId,
    checkout_id: checkoutId,
    code: typedCode,
    amount: field({
      input: amount('amount'),
      words: 'What the order costs, in the smallest unit of the currency.',
      example: 6000,
    }),
    currency: field({
      input: currency,
      words: 'Currency of the checkout; a card in another one is refused.',
      example: 'USD',
    }),
    expires_at: field({
      input: timestampInput('expires_at'),
      words: 'When the payment can no longer be made, RFC 3339: the hold ends by itself then.',
      example: '2030-01-31T09:00:00Z',
    }),
  }),
  result: shownOf({
    gift_card_id: cardOfCode,
    last4: shownText({ words: 'Last four characters of the code, to show at checkout.', example: 'DEM2' }),
    held: shownInteger({ words: 'What is set aside now; 0 where others hold all of it.', example: 5500 }),
    remainder: shownInteger({
      words: "What is left for the buyer's payment card: `amount` less `held`.",
      example: 500,
    }),
  }),
  errors: [
    notFoundWhen('no gift card has the code', noSuchCode),
    { code: 'INVALID_FIELD', message: 'The gift card is disabled', when: 'the gift card cannot be applied' },
  ],
  reach: ['PutItem'],
});

export const getGiftCardBalance = invocable({
  name: 'get-gift-card-balance',
  group: 'storefront',
  summary: 'Tell what a gift card is worth, and what of it a checkout could spend',
  words: {
    text: 'Shows a buyer what a card is worth, on a page of its own or while they pay. Nothing is set aside: what is available now may be held by others a moment later.',
    same: reads,
  },
  payload: inputOf({
    store_id: storeId,
    code: typedCode,
    checkout_id: field({
      input: z.nullish(checkoutId.input),
      words: 'The checkout that asks, whose own hold does not stand in its way. Left out: nobody in particular.',
      example: 'checkout_41',
    }),
  }),
  result: shownOf({
    gift_card_id: cardOfCode,
    last4: shownText({ words: 'Last four characters of the code.', example: 'DEM2' }),
    currency: shownText({ words: 'Currency of both amounts (ISO 4217).', example: 'USD' }),
    balance: shownInteger({
      words: 'What is left, in the smallest unit of the currency, what open checkouts hold included.',
      example: 6000,
    }),
    available: shownInteger({
      words:
        'What this checkout could spend now: what it holds and what is free; on a card that is not active, only what it holds.',
      example: 5500,
    }),
    status: field({
      shown: z.enum(giftCardStatuses),
      words: { text: 'Whether it can be spent, judged now.', values: statusWords },
      example: 'active',
    }),
    expires_at: field({
      shown: z.nullable(timestamp),
      words: 'When the card stops working; null means never.',
      example: '2029-12-31T23:59:59Z',
    }),
  }),
  errors: [notFoundWhen('no gift card has the code', noSuchCode)],
  readOnly: true,
});

export const releaseGiftCard = invocable({
  name: 'release-gift-card',
  group: 'storefront',
  summary: 'Release what a checkout holds of a gift card',
  words: {
    text: 'Gives back what a checkout held, as when the buyer takes the code out or leaves.',
    same: 'The same checkout: the second time nothing is held any more, and `released` is 0.',
  },
  payload: inputOf({ store_id: storeId, checkout_id: { ...checkoutId, example: 'checkout_42' } }),
  result: shownOf({
    released: shownInteger({
      words: 'What this call gave back, in the smallest unit of the currency.',
      example: 500,
    }),
  }),
  errors: [],
  reach: ['PutItem', 'DeleteItem'],
});

export const reportLiability = invocable({
  name: 'report-liability',
  group: 'operator',
  summary: "Add up what a page of a store's gift cards was worth at a time, by status, as their ledgers tell it",
  words: {
    text: 'Tells what the store owes on its gift cards as they stood at `at`: of each card, the amounts of its ledger up to that time are summed, and its status follows from them. The expiry is the one that the card has today. A page costs the same whatever the store has; `npm run store -- liability` adds all of them up.',
    same: reads,
  },
  payload: inputOf({
    store_id: storeId,
    at: field({
      input: z.nullish(timestampInput('at')),
      words:
        'The time to tell of, a minute ago or earlier, since what was issued later may not be listed yet. Left out: a minute ago. Give the `at` of the first page with each that follows.',
      example: '2026-02-01T00:00:00Z',
    }),
    after: field({
      input: z.nullish(id('after', 'giftCard')),
      words: 'The `next` of the previous page. Leave it out for the first page.',
      example: undefined,
    }),
  }),
  result: liabilityPage,
  errors: [
    { code: 'INVALID_FIELD', message: wrongTime.tooLate, when: '`at` is later than a minute ago' },
    { code: 'MISSING_FIELD', message: wrongTime.required, when: '`after` is given without `at`' },
  ],
  readOnly: true,
  reach: ['Query', 'Query feed'],
});

export const cardRequired = { message: 'after is required with after_transaction' } as const;

export const exportGiftCards = invocable({
  name: 'export-gift-cards',
  group: 'operator',
  summary: 'Read all gift cards of a store with their transactions, a page at a time',
  words: {
    text: 'Reads the gift cards of a store as they are now, newest first, each with its transactions, oldest first: for books kept elsewhere. It may lack what was issued in the last minute. A page holds up to 100 cards and 250 transactions, whatever the store has; a ledger that does not fit goes on on the next page, under the same card. `npm run store -- export` writes all of them as CSV.',
    same: reads,
  },
  payload: inputOf({
    store_id: storeId,
    after: field({
      input: z.nullish(id('after', 'giftCard')),
      words: "The `after` of the last page's `next`. Leave it out for the first page.",
      example: 'gcd_00birthday',
    }),
    after_transaction: field({
      input: z.nullish(id('after_transaction', 'giftCardTransaction')),
      words: "The `after_transaction` of the last page's `next`.",
      example: 'gct_0',
    }),
  }),
  result: exportPage,
  errors: [
    { code: 'MISSING_FIELD', message: cardRequired.message, when: '`after_transaction` is given without `after`' },
  ],
  readOnly: true,
  reach: ['Query', 'Query feed'],
});

export const auditLedger = invocable({
  name: 'audit-ledger',
  group: 'operator',
  summary: "Prove a page of a store's gift cards, then of the orders they paid for; report what does not add up",
  words: {
    text: 'Proves a page of gift cards, and then of the orders they paid for: that entries sum to balances, that holds never exceed them, that each redemption has its order. Nothing is changed.',
    same: reads,
  },
  payload: inputOf({
    store_id: storeId,
    after: field({
      input: z.nullish(
        z
          .string({ error: 'after must be a gift card or order ID' })
          .check(z.regex(/^(?:gcd|ord)_[A-Za-z0-9]{1,64}$/, { error: 'after must be a gift card or order ID' })),
      ),
      words: 'The `next` of the previous page, a gift card or an order. Leave it out for the first page.',
      example: undefined,
    }),
  }),
  result: ledgerPage,
  errors: [],
  readOnly: true,
  reach: ['Query', 'Query feed'],
});
