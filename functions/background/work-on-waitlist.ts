import { nextProgress } from '../../lib/domain/restock.ts';
import { type Delivery, queueFunction } from '../../lib/invoke/queue.ts';
import { queueMails } from '../../lib/mail/queue.ts';
import { queueWork, type WaitlistWork } from '../../lib/queue/waitlist-queue.ts';
import { newName } from '../../lib/runtime/ids.ts';
import { log } from '../../lib/runtime/log.ts';
import * as products from '../../lib/table/catalog/products.ts';
import type { Decision } from '../../lib/table/unit-of-work.ts';
import * as restocks from '../../lib/table/waitlist/restocks.ts';
import { placeToCount, settle } from '../../lib/table/waitlist/waiting-count.ts';
import * as waitlist from '../../lib/table/waitlist/waitlist.ts';
import { settling } from '../../lib/work/settling.ts';

/** With their count, their progress and the proof for their mails they fill a transaction of 100 items. */
const entriesAtOnce = 90;

/** Keeps a function well within its time; the rest is queued again. */
const batchesAtOnce = 50;

export const handler = queueFunction<WaitlistWork>('work-on-waitlist', async ({ message, ...delivery }) => {
  if (message.work === 'notify') return notify({ message, ...delivery });
  return delivery.commit(async () => ({
    writes: await settle(message.store_id, message.product_id),
    reply: undefined,
  }));
});

type Notification = Extract<WaitlistWork, { work: 'notify' }>;

async function notify({ message, now, commit }: Delivery<Notification>): Promise<void> {
  for (let batch = 0; batch < batchesAtOnce; batch += 1) {
    const { done, notified } = await commit((attempt) => decideOnBatch(message, now, attempt));
    log('info', 'shoppers notified', { ...message, notified, done });
    if (done) return;
  }
  await queueWork([message]);
}

async function decideOnBatch(
  { store_id: store, restock_id, part }: Notification,
  now: string,
  attempt: number,
): Promise<Decision<{ done: boolean; notified: number }>> {
  const found = await restocks.findPart(store, restock_id, part);
  // Queued before a commit that never came, or finished already.
  if (!found) return { writes: [], reply: { done: true, notified: 0 } };
  const { restock, progress } = found;
  if (progress?.done) return { writes: [], reply: { done: true, notified: progress.notified } };

  const [product, entries] = await Promise.all([
    products.get(store, restock.product_id),
    waitlist.list(store, restock, { part, after: progress?.after, limit: entriesAtOnce }),
  ]);
  const next = nextProgress({ part, progress, entries, limit: entriesAtOnce, now });
  const place = placeToCount(store, product, attempt);
  const { before, after } = settling(store, product.id, place);
  const name = newName();
  const { product_id, variant_id } = restock;

  return {
    before: [
      ...before,
      ...queueMails(
        entries.map(({ email: recipient }) => ({
          type: 'restock' as const,
          store_id: store,
          product_id,
          variant_id,
          restock_id,
          batch: name,
          recipient,
        })),
      ),
    ],
    writes: [
      ...waitlist.removeNotified(store, product, entries, { part, place }),
      ...restocks.advance(store, restock_id, progress, { name, size: entries.length, progress: next }),
    ],
    after,
    reply: { done: next.done, notified: next.notified },
  };
}
