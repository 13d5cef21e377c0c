/**
 * What has to follow a change of a product's count that was counted aside: the ranking takes it over. In a rush that is nearly
 * every change, and one settlement does for all changes before it, so a function queues it for a little later and relies on
 * it until then.
 */
import { BoundedMap } from '../runtime/bounded-map.ts';
import type { Effect } from '../store/unit-of-work.ts';
import type { Place } from '../store/waiting-count.ts';
import { certainlyCommittedSeconds, queueWork } from './waitlist-queue.ts';

interface Settlement {
  store: string;
  product: string;
  /** How much later than now it has to come. */
  afterSeconds: number;
  /** For how long it is to do for others as well. */
  sharedSeconds: number;
}

/** Effects of the decision: settled once it is committed, and again when its commit has ended for certain. */
export const settling = (store: string, product: string, place: Place): { before: Effect[]; after: Effect[] } => {
  if (place !== 'aside') return { before: [], after: [] };
  return {
    before: [() => settleLater({ store, product, afterSeconds: certainlyCommittedSeconds, sharedSeconds: 10 })],
    after: [() => settleLater({ store, product, afterSeconds: 0, sharedSeconds: 1 })],
  };
};

/** When the last one that was queued comes at the earliest, in milliseconds since 1970. */
const queuedFor = new BoundedMap<string, number>(2000);

async function settleLater({ store, product, afterSeconds, sharedSeconds }: Settlement): Promise<void> {
  const name = `${store} ${product} ${afterSeconds}`;
  const now = Date.now();
  if ((queuedFor.get(name) ?? 0) >= now + afterSeconds * 1000) return;
  const delaySeconds = afterSeconds + sharedSeconds;
  await queueWork([{ work: 'settle', store_id: store, product_id: product }], delaySeconds);
  queuedFor.set(name, now + delaySeconds * 1000);
}
