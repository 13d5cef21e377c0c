/**
 * Waitlist work that continues after a function has answered. It is queued twice: before the commit, for a time when that commit has
 * certainly ended, and again after it, for now. So the work gets done even if the function dies after its commit. Doing it twice changes
 * nothing.
 */

import type { Effect } from '../once/unit-of-work.ts';
import { limits } from '../schema/limits.ts';
import { send } from './send.ts';

export type WaitlistWork =
  /** Notify those who wait in one part of a variant's waitlist. */
  | { work: 'notify'; store_id: string; restock_id: string; part: number }
  /** Notify those who have waited longest, as many as the restock names. */
  | { work: 'notify-longest-waiting'; store_id: string; restock_id: string }
  /** Take what was counted aside over into a product's ranking. */
  | { work: 'reconcile'; store_id: string; product_id: string }
  /** Remove those who wait for variants that the product no longer has. */
  | { work: 'drop'; store_id: string; product_id: string; variant_ids: readonly string[] };

/** As long as the function that queues it may still run. */
export const certainlyCommittedSeconds = limits.functionSeconds;

/** Effects of the decision that makes the work due. */
export const followUp = (work: readonly WaitlistWork[]): { before: Effect[]; after: Effect[] } => ({
  before: [() => queueWork(work, certainlyCommittedSeconds)],
  after: [() => queueWork(work)],
});

/** Queues work. Throws where not all of it could be queued. */
export const queueWork = (work: readonly WaitlistWork[], delaySeconds = 0): Promise<void> =>
  send('waitlist', work, delaySeconds);
