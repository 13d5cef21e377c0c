/** Ends what an address waits for in a store, over any number of variants. */

import type { Attempt, Commit, Decision } from '../once/unit-of-work.ts';
import { queueWork } from '../queue/send.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as waitlist from '../resources/waitlist/records.ts';
import { counterFor } from '../resources/waitlist/waiting-count-records.ts';
import { OutOfTime } from '../runtime/clock.ts';
import { reconciling } from './reconcile-count.ts';

interface Leaving {
  store_id: string;
  /** The digest of the address. */
  shopper: string;
}

/**
 * Ends every entry of the shopper, as `leave-waitlist` does, each in a commit of its own, and drops the mails of restocks
 * that are not sent yet. A repeat continues after an interruption, and changes nothing once nothing is left. Throws
 * `OutOfTime` if `commit` does.
 */
export async function leaveWaitlists(commit: Commit, { store_id, shopper }: Leaving): Promise<void> {
  let isLeft = true;
  while (isLeft) {
    isLeft = await commit({
      async decide(attempt) {
        const step = await endNext(store_id, shopper, { ...attempt, end: waitlist.leave });
        return { writes: [], ...step, reply: step !== undefined };
      },
    });
  }
}

/** The same; if the time is short, the rest is queued. */
export async function leaveWaitlistsOrQueue(commit: Commit, { store_id, shopper }: Leaving): Promise<void> {
  try {
    await leaveWaitlists(commit, { store_id, shopper });
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    await queueWork([{ work: 'leave', store_id, shopper }]);
  }
}

interface Ending extends Attempt {
  /** Ends a waiting entry. */
  end: typeof waitlist.leave;
}

/**
 * Ends the next entry under the shopper, or removes the next mail that is due or what is left of an ended entry;
 * undefined if nothing is under the shopper.
 */
export async function endNext(
  store: string,
  shopper: string,
  { attempt, now, end }: Ending,
): Promise<Omit<Decision<unknown>, 'reply'> | undefined> {
  const [listed] = await waitlist.listOfShopper(store, shopper, { limit: 1 });
  if (!listed) return undefined;
  const [entry] = await waitlist.findUnder(store, shopper, [listed]);
  if (!waitlist.isWaiting(entry)) return { writes: waitlist.erase(store, shopper, listed, entry) };
  const product = await products.get(store, entry.product_id);
  const place = counterFor(store, product, attempt);
  return {
    ...reconciling(store, product.id, place),
    writes: end(store, product, entry, { place, now }),
  };
}
