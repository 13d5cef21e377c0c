/** Ends what an address waits for in a store, over any number of variants. */

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
 * Ends every entry of the shopper as `leave-waitlist` does, each in a commit of its own, and drops the emails of restocks
 * that are not sent yet. An entry that the shopper joins meanwhile stays. If `commit` runs out of time, the rest is
 * queued. A repeat changes nothing more.
 */
export async function leaveWaitlists(commit: Commit, { store_id, shopper, up_to }: Leaving): Promise<void> {
  let ids: readonly string[] | undefined;
  try {
    for (let index = 0; index === 0 || index < (ids?.length ?? 0); index += 1) {
      await commit({
        async decide(attempt) {
          // An overtaken first step lists them again: some may have been ended since.
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

/** The ids of all that is under the shopper, up to the id `up_to` in their order. */
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

/** Ends what is under a shopper: a waiting entry, an email that is due, or what is left of an ended entry. */
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
