/** Notifies any number of shoppers of a restock: all in one part of a variant's waitlist, or those who have waited longest. */

import { queueMails } from '../mail/queue.ts';
import type { Attempt, Commit, Decision } from '../once/unit-of-work.ts';
import type { WaitlistWork } from '../queue/send.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as longestWaiting from '../resources/waitlist/longest-waiting-records.ts';
import * as waitlist from '../resources/waitlist/records.ts';
import * as restocks from '../resources/waitlist/restock-records.ts';
import { nextProgress, type Progress, progressOfFew, shoppersLeft } from '../resources/waitlist/restock-rules.ts';
import { counterFor } from '../resources/waitlist/waiting-count-records.ts';
import * as batches from '../runtime/batches.ts';
import { newName } from '../runtime/ids.ts';
import { log } from '../runtime/log.ts';
import { reconciling } from './reconcile-count.ts';

type Notification = Extract<WaitlistWork, { work: 'notify' }>;

/** Queues the emails batch by batch. The restock contains the progress, so any function can continue. */
export async function notifyShoppers(commit: Commit, notification: Notification): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    const { done, notified } = await commit({ decide: (attempt) => decideOnBatch(notification, attempt) });
    log('info', 'shoppers notified', { ...notification, notified, done });
    isLeft = !done;
  }
}

/** The progress of a part of a restock. */
type Notified = Pick<Progress, 'done' | 'notified'>;

async function decideOnBatch(
  { store_id: store, restock_id, part }: Notification,
  { attempt, now }: Attempt,
): Promise<Decision<Notified>> {
  const found = await restocks.findPart(store, restock_id, part);
  // The message was queued before a commit that never happened, or the work is finished already.
  if (!found) return { writes: [], reply: { done: true, notified: 0 } };
  const { restock, progress } = found;
  if (progress?.done) return { writes: [], reply: { done: true, notified: progress.notified } };

  const { size: limit } = batches.waitlistEntries;
  const [product, entries] = await Promise.all([
    products.get(store, restock.product_id),
    waitlist.list(store, restock, { part, after: progress?.after, limit }),
  ]);
  const next = nextProgress({ part, progress, entries, limit, now });
  return notifying(store, { restock, progress, product, entries, next }, { attempt, now });
}

interface Batch extends NonNullable<Awaited<ReturnType<typeof restocks.findPart>>> {
  product: Awaited<ReturnType<typeof products.get>>;
  entries: Awaited<ReturnType<typeof waitlist.list>>;
  /** The progress of the part after this batch. */
  next: Progress;
}

/** Notifies the shoppers of these entries, all of them or none. */
function notifying(
  store: string,
  { restock, progress, product, entries, next }: Batch,
  { attempt, now }: Attempt,
): Decision<Notified> {
  const place = counterFor(store, product, attempt);
  const { before, after } = reconciling(store, product.id, place);
  const name = newName();
  const { restock_id, product_id, variant_id } = restock;
  const notification = { restock_id, variant_id, batch: name, isOfFew: restocks.isOfFew(restock) };

  return {
    before: [
      ...before,
      ...queueMails(
        entries.map(({ id: entry, email }) => ({
          type: 'restock' as const,
          store_id: store,
          product_id,
          variant_id,
          restock_id,
          batch: name,
          shopper: waitlist.shopperOf(email),
          entry,
        })),
      ),
    ],
    writes: [
      ...waitlist.notifyAll(store, product, entries, { part: next.part, place, now, ...notification }),
      ...restocks.advance(store, restock_id, progress, { name, size: entries.length, progress: next }),
    ],
    after,
    reply: { done: next.done, notified: next.notified },
  };
}

type NotificationOfFew = Extract<WaitlistWork, { work: 'notify-longest-waiting' }>;

/**
 * Queues the emails batch by batch, in sequence, so that shoppers who have waited longer come first. Each commit checks
 * how many have been notified, and that each of its shoppers still waits. Another read replaces those who have left,
 * until the number is reached or no shopper is found.
 */
export async function notifyLongestWaiting(commit: Commit, notification: NotificationOfFew): Promise<void> {
  let coming: Turns = [];
  for (let isLeft = true; isLeft; ) {
    const batch = await commit({ decide: (attempt) => decideOnFew(notification, coming, attempt) });
    log('info', 'longest-waiting shoppers notified', { ...notification, notified: batch.notified, done: batch.done });
    coming = batch.coming;
    isLeft = !batch.done;
  }
}

type Turns = readonly longestWaiting.TurnAt[];

/** Takes the next of the known turns, or reads turns if none is known. If a read returns no turns, the work is done. */
async function decideOnFew(
  { store_id: store, restock_id }: NotificationOfFew,
  known: Turns,
  { attempt, now }: Attempt,
): Promise<Decision<Notified & { coming: Turns }>> {
  const found = await restocks.findPart(store, restock_id, restocks.partOfFew);
  // The message was queued before a commit that never happened, or the work is finished already.
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
