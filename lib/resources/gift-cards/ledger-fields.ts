/** Storefront page: what the reports and audits of the ledger answer with. */
import * as z from 'zod/mini';
import { exampleObject } from '../../schema/examples.ts';
import { field, idOf, shownInteger, shownOf, shownText } from '../../schema/field.ts';
import { replyId } from '../../schema/ids.ts';
import { timestamp } from '../../schema/times.ts';
import { giftCard, giftCardTransaction } from './fields.ts';

/** Cards of a status, and what is left on them together. */
const worth = (words: string, cards = 0, balance = 0) => {
  const shown = shownOf({
    cards: shownInteger({ words: 'How many cards.', example: cards }),
    balance: shownInteger({
      words: "Sum of their balances, in the smallest unit of the store's currency.",
      example: balance,
    }),
  });
  return field({ shown, words, example: { cards, balance } });
};

const statuses = shownOf({
  active: worth('Cards that could be spent.', 1, 5000),
  disabled: worth('Cards that the store had disabled, whatever is left on them.'),
  used: worth('Cards with nothing left.'),
  expired: worth('Cards whose expiry had passed with something left on them.'),
});

/** A page of cards at the time `at`. */
export const liabilityPage = shownOf({
  at: field({ shown: timestamp, words: 'The time that this page tells of.', example: '2026-02-01T00:00:00Z' }),
  currency: shownText({ words: "The store's currency: an ISO 4217 code.", example: 'USD' }),
  statuses: field({
    shown: statuses,
    words: 'The cards of this page by the status that they had. Cards that were issued later are not counted.',
    example: exampleObject(statuses),
  }),
  next: field({
    shown: z.nullable(replyId('giftCard')),
    words: 'The `after` of the next page; null at the end.',
    example: null,
  }),
});

export type LiabilityPage = z.output<typeof liabilityPage>;

/** A card with its transactions. */
const exportedCard = shownOf({
  gift_card: field({ shown: giftCard, words: 'The card as it is now.', example: undefined }),
  transactions: field({
    shown: z.array(giftCardTransaction),
    words:
      'Its transactions on this page, oldest first: the whole ledger, unless it began on an earlier page or continues on the next.',
    example: [],
  }),
});

/** Where the next page of the export begins. */
const exportPlace = shownOf({
  after: idOf('giftCard', { words: 'The last card of this page.', example: 'gcd_00birthday' }),
  after_transaction: field({
    shown: z.nullable(replyId('giftCardTransaction')),
    words: 'The last transaction of this page where the card has more of them; else null.',
    example: null,
  }),
});

export const exportPage = shownOf({
  data: field({
    shown: z.array(exportedCard),
    words: 'The cards of this page, each with its transactions.',
    example: [],
  }),
  next: field({
    shown: z.nullable(exportPlace),
    words: 'The position after which the next page begins; null at the end.',
    example: null,
  }),
});

export type ExportPage = z.output<typeof exportPage>;

/** Something about a gift card or an order, by its id, that does not add up. */
const finding = shownOf({
  id: shownText({ words: 'The gift card or the order.', example: 'gcd_00birthday' }),
  finding: shownText({ words: 'Description of the difference.', example: 'its entries do not sum to its balance' }),
});

export const ledgerPage = shownOf({
  checked: shownInteger({ words: 'Gift cards or orders that were proved on this page.', example: 4 }),
  findings: field({ shown: z.array(finding), words: 'Cards that do not add up; empty if all do.', example: [] }),
  next: field({
    shown: z.nullable(z.string()),
    words: 'The `after` of the next page; null at the end.',
    example: `ord_${'z'.repeat(64)}`,
  }),
});

export type LedgerPage = z.output<typeof ledgerPage>;

export const wrongTime = {
  tooLate: 'at must be a minute ago or earlier',
  required: 'at is required with after: repeat that of the first page',
} as const;
