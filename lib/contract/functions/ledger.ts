/** Storefront page, "Operator": what a store's gift cards are worth, told by their ledgers. */
import * as z from 'zod/mini';
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
