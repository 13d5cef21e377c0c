/** Storefront page: the results of the reports and audits of the ledger. */
import * as z from 'zod/mini';
import { booksRow } from '../../ledger/report-fields.ts';
import { exampleOutput } from '../../schema/examples.ts';
import { field, idOf, shownInteger, shownOf, shownText } from '../../schema/field.ts';
import { replyId } from '../../schema/ids.ts';
import { timestamp } from '../../schema/times.ts';
import type { Reason } from '../store-credits/fields.ts';
import { giftCard, giftCardTransaction } from './fields.ts';

/** The last account on a page of a report. */
const nextAccount = field({
  shown: z.nullable(z.union([replyId('giftCard'), replyId('storeCredit')])),
  words: 'The `after` of the next page; null on the last page.',
  example: null,
});

/** The number of cards with a status, and the sum of their balances. */
const worth = (words: string, cards = 0, balance = 0) => {
  const shown = shownOf({
    cards: shownInteger({ words: 'Number of cards with this status.', example: cards }),
    balance: shownInteger({
      words: "Sum of the balances of these cards, in the smallest unit of the store's currency.",
      example: balance,
    }),
  });
  return field({ shown, words, example: { cards, balance } });
};

const statuses = shownOf({
  active: worth('Cards that could be spent at that time.', 1, 5000),
  disabled: worth('Cards disabled by the store, except those with a balance that is past its expiry.'),
  used: worth('Cards with a balance of 0 that are not disabled.'),
  expired: worth('Cards past their expiry with a remaining balance, even if they are disabled.'),
});

/** The number of credits with a reason that the store owes, and the sum of their balances. */
const owed = (words: string) => {
  const shown = shownOf({
    credits: shownInteger({ words: 'Number of credits with this reason.', example: 0 }),
    balance: shownInteger({
      words: "Sum of the balances of these credits, in the smallest unit of the store's currency.",
      example: 0,
    }),
  });
  return field({ shown, words, example: { credits: 0, balance: 0 } });
};

const byReason = shownOf({
  refund: owed('Refunds that customers keep in the shop: a debt.'),
  goodwill: owed('Apologies to customers: a debt.'),
  promotion: owed('Promotions: a cost when they are spent, not a debt.'),
  reward: owed('Rewards of customers: a debt.'),
} satisfies Record<Reason, unknown>);

/** A page of cards and credits at the time `at`. */
export const liabilityPage = shownOf({
  at: field({ shown: timestamp, words: 'The time that this report covers.', example: '2026-02-01T00:00:00Z' }),
  currency: shownText({ words: "The store's currency: an ISO 4217 code.", example: 'USD' }),
  statuses: field({
    shown: statuses,
    words: 'The cards on this page, by their status at that time. Cards issued later are not counted.',
    example: exampleOutput(statuses),
  }),
  store_credits: field({
    shown: byReason,
    words:
      'The store credits on this page with a balance at that time, by their reason. Credits past their expiry are not counted.',
    example: exampleOutput(byReason),
  }),
  next: nextAccount,
});

export type LiabilityPage = z.output<typeof liabilityPage>;

export const movementsPage = shownOf({
  data: field({
    shown: z.array(booksRow),
    words:
      'A row for each period, account and currency of the gift cards and store credits on this page, in the order of the periods. Add up the rows of all pages that have the same period, account and currency.',
    example: [exampleOutput(booksRow)],
  }),
  next: nextAccount,
});

export type MovementsPage = z.output<typeof movementsPage>;

/** A card with its transactions. */
const exportedCard = shownOf({
  gift_card: field({ shown: giftCard, words: 'The current state of the card.', example: undefined }),
  transactions: field({
    shown: z.array(giftCardTransaction),
    words: 'The transactions of the card, oldest first. A long ledger is split across pages.',
    example: [],
  }),
});

/** Where the next page of the export begins. */
const exportPlace = shownOf({
  after: idOf('giftCard', { words: 'The last card on this page.', example: 'gcd_00birthday' }),
  after_transaction: field({
    shown: z.nullable(replyId('giftCardTransaction')),
    words: 'The last transaction on this page if the card has more of them; otherwise null.',
    example: null,
  }),
});

export const exportPage = shownOf({
  data: field({
    shown: z.array(exportedCard),
    words: 'The cards on this page, each with its transactions.',
    example: [],
  }),
  next: field({
    shown: z.nullable(exportPlace),
    words: 'The position to continue from; null on the last page.',
    example: null,
  }),
});

export type ExportPage = z.output<typeof exportPage>;

/** A difference found on a gift card, a store credit or an order. */
const finding = shownOf({
  id: shownText({ words: 'The gift card, store credit or order with the difference.', example: 'gcd_00birthday' }),
  finding: shownText({ words: 'Description of the difference.', example: 'the card is issued twice' }),
});

export const ledgerPage = shownOf({
  checked: shownInteger({ words: 'Gift cards, store credits or orders checked on this page.', example: 4 }),
  findings: field({ shown: z.array(finding), words: 'Differences found, if any.', example: [] }),
  next: field({
    shown: z.nullable(z.string()),
    words: 'The `after` of the next page; null on the last page.',
    example: `ord_${'z'.repeat(64)}`,
  }),
});

export type LedgerPage = z.output<typeof ledgerPage>;
