/** Storefront page, "Operator": a store's gift cards with their ledgers: what they are worth, all of them, and that they add up. */
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

/** Something about a gift card or an order, by its id, that does not add up. */
const finding = z.object({ id: z.string(), finding: z.string() });

/** `next` is what to go on after; null at the end. */
const ledgerPage = z.object({ checked: z.int(), findings: z.array(finding), next: z.nullable(z.string()) });

export type LedgerPage = z.output<typeof ledgerPage>;

export const auditLedger = invocable({
  name: 'audit-ledger',
  group: 'operator',
  summary: "Prove a page of a store's gift cards, then of the orders they paid for; report what does not add up",
  payload: z.object({
    store_id: storeId,
    after: z.nullish(
      z
        .string({ error: 'after must be a gift card or order ID' })
        .check(z.regex(/^(?:gcd|ord)_[A-Za-z0-9]{1,64}$/, { error: 'after must be a gift card or order ID' })),
    ),
  }),
  result: ledgerPage,
  errors: [],
  readOnly: true,
  reach: ['Query', 'Query feed'],
});
