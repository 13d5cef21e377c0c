/**
 * After a change of a product's count was counted aside, a reconciliation updates the ranking. In a rush nearly every change is counted
 * aside, and one reconciliation covers all changes before it. So a function queues one for a little later, and queues no others until then.
 */

import type { Effect } from '../once/unit-of-work.ts';
import { certainlyCommittedSeconds, queueWork, type WaitlistWork } from '../queue/send.ts';
import type { CountPlace } from '../resources/waitlist/waiting-count-records.ts';
import { BoundedMap } from '../runtime/collections.ts';

type Reconciliation = Extract<WaitlistWork, { work: 'reconcile' }>;

/** Effects of the decision: its change is reconciled once it is committed, and again when its commit has ended for certain. */
export const reconciling = (
  store: string,
  product: string,
  place: CountPlace,
): { before: Effect[]; after: Effect[] } => {
  if (place !== 'aside') return { before: [], after: [] };
  const work: Reconciliation = { work: 'reconcile', store_id: store, product_id: product };
  return {
    before: [() => queue(work, { earliest: certainlyCommittedSeconds, delays: [certainlyCommittedSeconds + 10] })],
    after: [() => queue(work, { earliest: 0, delays: [0, 1] })],
  };
};

/** In seconds from now. */
interface Times {
  /** A reconciliation at this time or later is enough. */
  earliest: number;
  /** The delays of the reconciliations to queue. The last one also covers later changes. */
  delays: readonly number[];
}

/** The earliest time at which the last queued reconciliation runs, in milliseconds since 1970. */
const queuedFor = new BoundedMap<string, number>(2000);

async function queue(work: Reconciliation, { earliest, delays }: Times): Promise<void> {
  const name = `${work.store_id} ${work.product_id} ${earliest}`;
  const now = Date.now();
  if ((queuedFor.get(name) ?? 0) >= now + earliest * 1000) return;
  await Promise.all(delays.map((delay) => queueWork([work], delay)));
  queuedFor.set(name, now + Math.max(...delays) * 1000);
}
