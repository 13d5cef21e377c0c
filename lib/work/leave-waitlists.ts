/** Removes a shopper from all waitlists of a store, for any number of variants. */

import type { Attempt, Commit, Decision } from '../once/unit-of-work.ts';
import { queueWork, type WaitlistWork } from '../queue/send.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as waitlist from '../resources/waitlist/records.ts';
import { counterFor } from '../resources/waitlist/waiting-count-records.ts';
import * as batches from '../runtime/batches.ts';
import { OutOfTime } from '../runtime/clock.ts';
import { reconciling } from './reconcile-count.ts';

type Leaving = Omit<Extract<WaitlistWork, { work: 'leave' }>, 'work'>;

/**
 * Ends every entry of the shopper as `leave-waitlist` does, each in its own commit, and drops restock emails
 * that are not sent yet. If the shopper joins a waitlist meanwhile, that entry stays. If `commit` runs out of time, the rest is
 * queued. A repeated call has no further effect.
 */
export async function leaveWaitlists(commit: Commit, { store_id, shopper, up_to }: Leaving): Promise<void> {
  let ids: readonly string[] | undefined;
  try {
    for (let index = 0; index === 0 || index < (ids?.length ?? 0); index += 1) {
      await commit({
        async decide(attempt) {
          // If the first step conflicts, list the entries again: some may have ended meanwhile.
          if (index === 0) ids = await listIds(store_id, { shopper, up_to });
          const id = ids?.[index];
          const listed = id === undefined ? undefined : await waitlist.findListed(store_id, shopper, id);
          const step = listed && (await endListed(store_id, shopper, listed, { ...attempt, end: waitlist.leave }));
          return { writes: [], ...step, reply: undefined };
        },
      });
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    await queueWork([{ work: 'leave', store_id, shopper, up_to: ids?.at(-1) ?? up_to }]);
  }
}

/** The ids of all items under the shopper, in order, up to and including `up_to`. */
async function listIds(store: string, { shopper, up_to }: Omit<Leaving, 'store_id'>): Promise<string[]> {
  const { size: limit } = batches.listedEntries;
  const ids: string[] = [];
  for (let isLeft = true; isLeft; ) {
    const page = await waitlist.listOfShopper(store, shopper, { after: ids.at(-1), limit });
    ids.push(...page.map(({ id }) => id));
    isLeft = page.length === limit;
  }
  return up_to === undefined ? ids : ids.filter((id) => id <= up_to);
}

interface Ending extends Attempt {
  /** Ends a waiting entry. */
  end: typeof waitlist.leave;
}

/** Ends an item under a shopper: a waiting entry, a due email, or the trace of an ended entry. */
export async function endListed(
  store: string,
  shopper: string,
  listed: waitlist.ShopperEntry,
  { attempt, now, end }: Ending,
): Promise<Omit<Decision<unknown>, 'reply'>> {
  const [entry] = await waitlist.findUnder(store, shopper, [listed]);
  if (!waitlist.isWaiting(entry)) return { writes: waitlist.erase(store, shopper, listed, entry) };
  const product = await products.get(store, entry.product_id);
  const place = counterFor(store, product, attempt);
  return {
    ...reconciling(store, product.id, place),
    writes: end(store, product, entry, { place, now }),
  };
}
