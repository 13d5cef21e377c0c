/** Storefront page: what the reports and audits of the ledger answer with. */
import * as z from 'zod/mini';
import { replyId } from '../../schema/ids.ts';
import { timestamp } from '../../schema/times.ts';
import { giftCard, giftCardTransaction } from './fields.ts';

/** Cards of a status, and what is left on them together. */
const worth = z.object({ cards: z.int(), balance: z.int() });

/** A page of cards at the time `at`; `next` is what to go on after, null at the end. */
export const liabilityPage = z.object({
  at: timestamp,
  statuses: z.object({ active: worth, disabled: worth, used: worth, expired: worth }),
  next: z.nullable(replyId('giftCard')),
});

export type LiabilityPage = z.output<typeof liabilityPage>;

/** A card with its transactions, oldest first: all of them, or those that the page holds. */
const exportedCard = z.object({ gift_card: giftCard, transactions: z.array(giftCardTransaction) });

/** `next` is what to go on after: a card, or one of its transactions; null at the end. */
export const exportPage = z.object({
  data: z.array(exportedCard),
  next: z.nullable(
    z.object({ after: replyId('giftCard'), after_transaction: z.nullable(replyId('giftCardTransaction')) }),
  ),
});

export type ExportPage = z.output<typeof exportPage>;

/** Something about a gift card or an order, by its id, that does not add up. */
const finding = z.object({ id: z.string(), finding: z.string() });

/** `next` is what to go on after; null at the end. */
export const ledgerPage = z.object({ checked: z.int(), findings: z.array(finding), next: z.nullable(z.string()) });

export type LedgerPage = z.output<typeof ledgerPage>;

export const wrongTime = {
  tooLate: 'at must be a minute ago or earlier',
  required: 'at is required with after: repeat that of the first page',
} as const;
