/** The shoppers who have waited longest are notified of a restock, as many as it names, in the order in which they joined. */

import type { Attempt, Commit, Decision } from '../once/unit-of-work.ts';
import type { WaitlistWork } from '../queue/waitlist-queue.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as longestWaiting from '../resources/waitlist/longest-waiting-records.ts';
import * as waitlist from '../resources/waitlist/records.ts';
import * as restocks from '../resources/waitlist/restock-records.ts';
import { progressOfFew, shoppersLeft } from '../resources/waitlist/restock-rules.ts';
import * as batches from '../runtime/batches.ts';
import { log } from '../runtime/log.ts';
import { type Notified, notifying } from './notify-shoppers.ts';

type Notification = Extract<WaitlistWork, { work: 'notify-longest-waiting' }>;

/**
 * Queues the mails batch by batch, one batch after the other, so that nobody is taken before someone who has waited longer. Each commit checks
 * how many have been notified, and that each of its shoppers still waits. Those who have left are made up for by another reading, until the
 * number is reached or nobody is found.
 */
export async function notifyLongestWaiting(commit: Commit, notification: Notification): Promise<void> {
  let coming: Turns = [];
  for (let isLeft = true; isLeft; ) {
    const batch = await commit({ decide: (attempt) => decideOnBatch(notification, coming, attempt) });
    log('info', 'longest-waiting shoppers notified', { ...notification, notified: batch.notified, done: batch.done });
    coming = batch.coming;
    isLeft = !batch.done;
  }
}

type Turns = readonly longestWaiting.TurnAt[];

/** Takes the next of those whose turn is known to come, or reads whose turn it is. Nobody left to read is the end. */
async function decideOnBatch(
  { store_id: store, restock_id }: Notification,
  known: Turns,
  { attempt, now }: Attempt,
): Promise<Decision<Notified & { coming: Turns }>> {
  const found = await restocks.findPart(store, restock_id, restocks.partOfFew);
  // Queued before a commit that never came, or finished already.
  if (!found || found.progress?.done) return { writes: [], reply: { done: true, notified: 0, coming: [] } };
  const { restock, progress } = found;
  const left = shoppersLeft(found);
  const limit = Math.min(left, batches.longestWaiting.size);
  const turns = known.length > 0 ? known : await longestWaiting.list(store, { ...restock, limit });
  const { size } = batches.waitlistEntries;
  const [product, waiting] = await Promise.all([
    products.get(store, restock.product_id),
    waitlist.findOfTurns(turns.slice(0, size)),
  ]);
  const entries = waiting.slice(0, left);
  const coming = turns.slice(size);
  const isEnd = turns.length === 0;
  if (entries.length === 0 && !isEnd) return { writes: [], reply: { done: false, notified: 0, coming } };

  const next = progressOfFew({ restock, progress, part: restocks.partOfFew, notified: entries.length, isEnd, now });
  const decision = notifying(store, { restock, progress, product, entries, next }, { attempt, now });
  return { ...decision, reply: { ...decision.reply, coming } };
}
