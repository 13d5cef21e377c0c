/** Storefront page: gift cards at checkout, their reports and audits. */

import * as z from 'zod/mini';
import { accountStatuses, statusWords } from '../../ledger/fields.ts';
import { groups, movementDays, wrongPeriod, wrongTime } from '../../ledger/report-fields.ts';
import { type ErrorRow, notFoundWhen } from '../../schema/errors.ts';
import { field, inputOf, shownInteger, shownOf, shownText } from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { limits } from '../../schema/limits.ts';
import { timestamp, timestampInput } from '../../schema/times.ts';
import { oneOf, optionalBoolean } from '../../schema/values.ts';
import { storeId } from '../stores/fields.ts';
import { checkoutHolds, holdFields, tooManyLines } from './checkout-fields.ts';
import { cardOfCode, checkoutId, noSuchCode, shopper, tooManyCodes, typedCode } from './fields.ts';
import { exportPage, ledgerPage, liabilityPage, movementsPage } from './ledger-fields.ts';

const guessing: ErrorRow = {
  code: 'RATE_LIMIT_EXCEEDED',
  message: tooManyCodes,
  when: 'the shopper (if omitted, the checkout) has entered 10 unknown codes within an hour; 1,000 unknown codes were entered in the store within an hour and this code has fewer than 12 characters; or the attempt could not be counted. The cards that the checkout already holds are never refused',
};

export const holdGiftCard = invocable({
  name: 'hold-gift-card',
  group: 'storefront',
  summary: 'Hold funds on a gift card',
  words:
    'Reserves as much of `amount` as the available balance of the card covers, possibly 0. No other checkout can spend held funds. Without `add`, a new call replaces all cards of the checkout, even with another code; its store credits stay. With `add`, the card joins the cards and store credits of the checkout. A card holds as much of `amount` as the cards and store credits before it leave. A checkout has up to 10 payments by card and store credit. If one of its holds has expired, `record-order` refuses the order until you release the hold or set it again.',
  same: 'With the same checkout and card, the hold is replaced with the new amount and expiry. With `add`, the card keeps its position, and the holds of the other cards stay.',
  payload: inputOf({
    store_id: storeId,
    ...holdFields,
    code: typedCode,
    shopper,
    add: field({
      input: optionalBoolean('add'),
      words:
        'If true, the card joins the cards and store credits of the checkout. If false or omitted, the card replaces all other cards; store credits stay.',
      example: undefined,
    }),
  }),
  result: shownOf({
    gift_card_id: cardOfCode,
    last4: shownText({ words: 'Last four characters of the code, to show at checkout.', example: 'DEM2' }),
    held: shownInteger({
      words:
        'Amount of this card that is on hold for the checkout; 0 if other checkouts hold the whole balance, or if the cards and store credits before it hold the whole `amount`.',
      example: 5500,
    }),
    remainder: shownInteger({
      words:
        "Amount to charge to the buyer's payment card: `amount` minus the holds of all cards and store credits of the checkout, at least 0.",
      example: 500,
    }),
    holds: field({
      shown: z.optional(checkoutHolds),
      words: 'The holds of the checkout in order of joining. Only with `add`.',
      example: undefined,
    }),
  }),
  errors: [
    notFoundWhen('no gift card has the code', noSuchCode),
    { code: 'INVALID_FIELD', message: 'The gift card is disabled', when: 'the gift card cannot be applied' },
    {
      code: 'INVALID_FIELD',
      message: `A checkout holds at most ${limits.checkoutPayments} payments`,
      when: 'the checkout has 10 other payments',
    },
    tooManyLines,
    guessing,
  ],
  reach: ['PutItem', 'CountUnknownCodes', 'GetSecretValue key'],
});

export const getGiftCardBalance = invocable({
  name: 'get-gift-card-balance',
  group: 'storefront',
  summary: 'Get the balance of a gift card',
  words:
    'Returns the balance of a card and the amount that a checkout could spend, for a balance page or the checkout. It does not reserve funds: another checkout may take the available amount a moment later.',
  same: reads,
  payload: inputOf({
    store_id: storeId,
    code: typedCode,
    checkout_id: field({
      input: z.nullish(checkoutId.input),
      words:
        'The checkout of the shopper: its own hold counts as available. If omitted, all holds count as unavailable.',
      example: 'checkout_41',
    }),
    shopper,
  }),
  result: shownOf({
    gift_card_id: cardOfCode,
    last4: shownText({ words: 'Last four characters of the code.', example: 'DEM2' }),
    currency: shownText({ words: 'Currency of both amounts (ISO 4217).', example: 'USD' }),
    balance: shownInteger({
      words: 'Balance in the smallest unit of the currency, including funds held by open checkouts.',
      example: 6000,
    }),
    available: shownInteger({
      words:
        'Amount that this checkout could spend now: its own hold plus the free balance. If the card is not active, only its own hold.',
      example: 5500,
    }),
    status: field({
      shown: z.enum(accountStatuses),
      words: { text: 'Whether the card can be spent now.', values: statusWords },
      example: 'active',
    }),
    expires_at: field({
      shown: z.nullable(timestamp),
      words: 'When the card stops working; null means never.',
      example: '2029-12-31T23:59:59Z',
    }),
  }),
  errors: [notFoundWhen('no gift card has the code', noSuchCode), guessing],
  readOnly: true,
  reach: ['CountUnknownCodes', 'GetSecretValue key'],
});

export const releaseGiftCard = invocable({
  name: 'release-gift-card',
  group: 'storefront',
  summary: 'Release a hold on a gift card',
  words:
    'Releases the funds that a checkout held on gift cards, for example when the buyer removes a code or leaves. Its store credits stay; `release-store-credit` releases them.',
  same: 'With the same checkout and card, nothing is held any more, and `released` is 0.',
  payload: inputOf({
    store_id: storeId,
    checkout_id: { ...checkoutId, example: 'checkout_42' },
    gift_card_id: field({
      input: z.nullish(id('gift_card_id', 'giftCard')),
      words: 'The card to release. If omitted, all cards of the checkout are released.',
      example: undefined,
    }),
  }),
  result: shownOf({
    released: shownInteger({
      words: 'Amount that this call released, in the smallest unit of the currency.',
      example: 500,
    }),
  }),
  errors: [],
  reach: ['PutItem', 'DeleteItem'],
});

/** What the reports on pages of accounts share. */
const paged = { group: 'operator', readOnly: true, reach: ['Query', 'Query feed'] } as const;

const wrongAccount = 'after must be a gift card or store credit ID';

/** The account after which a page of a report begins. */
const afterAccount = field({
  input: z.nullish(z.string({ error: wrongAccount }).check(z.regex(/^(?:gcd|scr)_[A-Za-z0-9]{1,64}$/))),
  words: 'The `next` of the previous page. Omit it for the first page.',
  example: undefined,
});

export const reportLiability = invocable({
  ...paged,
  name: 'report-liability',
  summary: 'Report the liability of gift cards and store credits at a time',
  words:
    'Returns the amount that the store owed on a page of its gift cards and store credits at the time `at`: the gift cards by status, then the credits by reason. Balance and status are computed from the ledgers up to that time and from the expiry that each card and credit had then. The store owes the balances of `active` and `disabled` cards and all balances in `store_credits`; a `promotion` is a cost when it is spent, not a debt. The cost of a page does not depend on the size of the store. `npx store-commerce liability` adds up all pages.',
  same: reads,
  payload: inputOf({
    store_id: storeId,
    at: field({
      input: z.nullish(timestampInput('at')),
      words:
        'The time to report on, at least one minute ago, because newer cards and credits may not be listed yet. If omitted, one minute ago. Send the `at` of the first page with every following page.',
      example: '2026-02-01T00:00:00Z',
    }),
    after: afterAccount,
  }),
  result: liabilityPage,
  errors: [
    { code: 'INVALID_FIELD', message: wrongTime.tooLate, when: '`at` is later than a minute ago' },
    { code: 'MISSING_FIELD', message: wrongTime.required, when: '`after` is given without `at`' },
  ],
});

export const reportMovements = invocable({
  ...paged,
  name: 'report-movements',
  summary: 'Report the movements of gift cards and store credits by day or month',
  words: `Returns the books of a page of the store's gift cards, then of its store credits: for each period, account and currency, the value before the period, each kind of movement, and the value after it. \`opening\` plus the movements is \`closing\`. The rows are computed from the ledgers, so a closed period never changes: if an expired card or credit gets a later expiry, the movement is in the period of this change. The rows of one page cover only its cards and credits: add up the rows of all pages that have the same period, account and currency. The last \`closing\` of an account then equals the balances of the \`active\` and \`disabled\` cards, or all balances of \`store_credits\`, in \`report-liability\` at \`to\`. The liability includes changes made in the second of \`to\`; the books do not. \`npx store-commerce books\` adds up all pages and writes them as double entries ([close the month](/docs/guides/closing-the-month.html)).`,
  same: reads,
  payload: inputOf({
    store_id: storeId,
    from: field({
      input: timestampInput('from'),
      words: 'The start of the books. The first row starts here.',
      example: '2026-01-01T00:00:00Z',
    }),
    to: field({
      input: timestampInput('to'),
      words: `The end of the books, which is not included: at most ${movementDays} days after \`from\`, and at least one minute ago, because newer entries may not be stored yet.`,
      example: '2026-02-01T00:00:00Z',
    }),
    group: field({
      input: oneOf(groups, { required: 'group is required', wrong: 'group must be day or month' }),
      words: 'The period of a row: a `day` or a `month`, in UTC.',
      example: 'month',
    }),
    after: afterAccount,
  }),
  result: movementsPage,
  errors: [
    { code: 'INVALID_FIELD', message: wrongPeriod.order, when: '`to` is not after `from`' },
    { code: 'INVALID_FIELD', message: wrongPeriod.tooLong, when: 'the time between `from` and `to` is too long' },
    { code: 'INVALID_FIELD', message: wrongPeriod.tooLate, when: '`to` is later than a minute ago' },
  ],
});

export const cardRequired = { message: 'after is required with after_transaction' } as const;

export const exportGiftCards = invocable({
  ...paged,
  name: 'export-gift-cards',
  summary: 'Export gift cards with their transactions',
  words:
    'Returns the current state of gift cards, newest first, each with its transactions, oldest first, for bookkeeping. Cards issued within the last minute may be missing. A page contains up to 100 cards and 250 transactions; a longer ledger continues on the next page, under the same card. `npx store-commerce export` writes every card as CSV.',
  same: reads,
  payload: inputOf({
    store_id: storeId,
    after: field({
      input: z.nullish(id('after', 'giftCard')),
      words: "The `after` of the previous page's `next`. Omit it for the first page.",
      example: 'gcd_00birthday',
    }),
    after_transaction: field({
      input: z.nullish(id('after_transaction', 'giftCardTransaction')),
      words: "The `after_transaction` of the previous page's `next`.",
      example: 'gct_0',
    }),
  }),
  result: exportPage,
  errors: [
    { code: 'MISSING_FIELD', message: cardRequired.message, when: '`after_transaction` is given without `after`' },
  ],
});

const wrongPlace = 'after must be a gift card, store credit or order ID';

export const auditLedger = invocable({
  ...paged,
  name: 'audit-ledger',
  summary: 'Audit the ledgers of gift cards and store credits',
  words:
    'Checks a page of gift cards or, on later pages, of store credits and of the orders that they paid for. The transactions must add up to the balance, holds must not exceed it, each redemption must have its order, and each payment of an order must have its redemption. The gift card of a refunded unit must be taken back, unless it was kept on purpose. The function reports every difference and changes nothing.',
  same: reads,
  payload: inputOf({
    store_id: storeId,
    after: field({
      input: z.nullish(z.string({ error: wrongPlace }).check(z.regex(/^(?:gcd|scr|ord)_[A-Za-z0-9]{1,64}$/))),
      words: 'The `next` of the previous page: a gift card, a store credit or an order. Omit it for the first page.',
      example: undefined,
    }),
  }),
  result: ledgerPage,
  errors: [],
});
