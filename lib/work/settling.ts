/**
 * What has to follow a change of a product's count that was counted aside: the ranking takes it over. In a rush that is nearly
 * every change, and one settlement does for all changes before it. So a function queues another one for a little later, and
 * relies on it until then.
 */

import { certainlyCommittedSeconds, queueWork, type WaitlistWork } from '../queue/waitlist-queue.ts';
import { BoundedMap } from '../runtime/bounded-map.ts';
import type { Effect } from '../table/unit-of-work.ts';
import type { Place } from '../table/waitlist/waiting-count.ts';

type Settlement = Extract<WaitlistWork, { work: 'settle' }>;

/** Effects of the decision: settled once it is committed, and again when its commit has ended for certain. */
export const settling = (store: string, product: string, place: Place): { before: Effect[]; after: Effect[] } => {
  if (place !== 'aside') return { before: [], after: [] };
  const work: Settlement = { work: 'settle', store_id: store, product_id: product };
  return {
    before: [() => settle(work, { earliest: certainlyCommittedSeconds, delays: [certainlyCommittedSeconds + 10] })],
    after: [() => settle(work, { earliest: 0, delays: [0, 1] })],
  };
};

/** In seconds from now. */
interface Times {
  /** A settlement then or later does. */
  earliest: number;
  /** When settlements are queued for, the last of them for others as well. */
  delays: readonly number[];
}

/** When the last one that was queued comes at the earliest, in milliseconds since 1970. */
const queuedFor = new BoundedMap<string, number>(2000);

async function settle(work: Settlement, { earliest, delays }: Times): Promise<void> {
  const name = `${work.store_id} ${work.product_id} ${earliest}`;
  const now = Date.now();
  if ((queuedFor.get(name) ?? 0) >= now + earliest * 1000) return;
  await Promise.all(delays.map((delay) => queueWork([work], delay)));
  queuedFor.set(name, now + Math.max(...delays) * 1000);
}
