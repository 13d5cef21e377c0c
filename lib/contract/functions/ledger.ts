/** Storefront page, "Operator": what a store's gift cards are worth, told by their ledgers; all cards with theirs. */
import * as z from 'zod/mini';
import { giftCard, giftCardTransaction } from '../api/gift-cards.ts';
import { id, replyId } from '../kinds/ids.ts';
import { invocable } from '../kinds/invocable.ts';
import { timestamp, timestampInput } from '../kinds/times.ts';
import { storeId } from './operator.ts';

/** Cards of a status, and what is left on them together. */
const worth = z.object({ cards: z.int(), balance: z.int() });

/** A page of cards at the time `at`; `next` is what to go on after, null at the end. */
const liabilityPage = z.object({
  at: timestamp,
  statuses: z.object({ active: worth, disabled: worth, used: worth, expired: worth }),
  next: z.nullable(replyId('giftCard')),
});

export type LiabilityPage = z.output<typeof liabilityPage>;

export const wrongTime = {
  tooLate: 'at must be a minute ago or earlier',
  required: 'at is required with after: repeat that of the first page',
} as const;

export const reportLiability = invocable({
  name: 'report-liability',
  group: 'operator',
  summary: "Add up what a page of a store's gift cards was worth at a time, by status, as their ledgers tell it",
  payload: z.object({
    store_id: storeId,
    at: z.nullish(timestampInput('at')),
    after: z.nullish(id('after', 'giftCard')),
  }),
  result: liabilityPage,
  errors: [
    { code: 'INVALID_FIELD', message: wrongTime.tooLate, when: '`at` is later than a minute ago' },
    { code: 'MISSING_FIELD', message: wrongTime.required, when: '`after` is given without `at`' },
  ],
  readOnly: true,
  reach: ['Query', 'Query feed'],
});

/** A card with its transactions, oldest first: all of them, or those that the page holds. */
const exportedCard = z.object({ gift_card: giftCard, transactions: z.array(giftCardTransaction) });

/** `next` is what to go on after: a card, or one of its transactions; null at the end. */
const exportPage = z.object({
  data: z.array(exportedCard),
  next: z.nullable(
    z.object({ after: replyId('giftCard'), after_transaction: z.nullable(replyId('giftCardTransaction')) }),
  ),
});

export type ExportPage = z.output<typeof exportPage>;

export const cardRequired = { message: 'after is required with after_transaction' } as const;

export const exportGiftCards = invocable({
  name: 'export-gift-cards',
  group: 'operator',
  summary: 'Read all gift cards of a store with their transactions, a page at a time',
  payload: z.object({
    store_id: storeId,
    after: z.nullish(id('after', 'giftCard')),
    after_transaction: z.nullish(id('after_transaction', 'giftCardTransaction')),
  }),
  result: exportPage,
  errors: [
    { code: 'MISSING_FIELD', message: cardRequired.message, when: '`after_transaction` is given without `after`' },
  ],
  readOnly: true,
  reach: ['Query', 'Query feed'],
});
