/**
 * A webhook that has failed too often gets only one delivery a minute, from this module, so that it does not delay other
 * webhooks. Once a delivery succeeds, all postponed deliveries of the webhook are queued.
 */
import { unseal } from '../delivery/signature.ts';
import { commitUnitOfWork } from '../once/unit-of-work.ts';
import { send } from '../queue/send.ts';
import { mark } from '../resources/stores/deployment-key-records.ts';
import * as deliveries from '../resources/webhooks/delivery-records.ts';
import * as probes from '../resources/webhooks/probe-records.ts';
import * as webhooks from '../resources/webhooks/records.ts';
import type { KeptSecret } from '../resources/webhooks/rules.ts';
import { dueIn, isProbed, secondsBetweenProbes, type Webhook } from '../resources/webhooks/rules.ts';
import * as batches from '../runtime/batches.ts';
import { isShort, type TimeLeft, timestampNow } from '../runtime/clock.ts';
import { chunksOf } from '../runtime/collections.ts';
import type { ItemMigration, Stored, Write } from '../table/items.ts';
import type { Key } from '../table/keys.ts';
import { attempt } from './deliver-events.ts';
import { type Bounds, type Round, sweep } from './sweep.ts';

/** A round over all webhooks with postponed deliveries. */
export const probeWebhooks = (bounds: Pick<Bounds, 'time' | 'of'>): Promise<Round> =>
  sweep('PROBES', (key) => probe(key, bounds.time), { ...bounds, sideBySide: batches.probedSideBySide.size });

async function probe(key: Key, time?: TimeLeft): Promise<void> {
  const read = await probes.findAt(key);
  // An index can be late: the webhook may have been called meanwhile.
  if (!read || read.due_at > timestampNow()) return;
  const webhook = await probedWebhook(read);
  if (!webhook || (await tryOne(webhook, read))) await queueAll(read, time);
}

/** The webhook, if it gets only probes. */
async function probedWebhook({ store_id, webhook_id }: probes.Probe): Promise<Stored<Webhook> | undefined> {
  const webhook = await webhooks.find(store_id, webhook_id);
  return webhook?.status === 'enabled' && isProbed(webhook) ? webhook : undefined;
}

/**
 * Attempts one of the postponed deliveries, and queues those that must be given up now. Returns whether the others may be queued.
 */
async function tryOne(webhook: Stored<Webhook>, read: Stored<probes.Probe>): Promise<boolean> {
  const now = timestampNow();
  const postponed = await deliveries.listPostponed(read);
  const over = postponed.filter(({ time }) => time <= now);
  await queueThem(over);
  const [next] = postponed.slice(over.length);
  if (!next) return over.length === 0;
  const isClaimed = await changeIfAsRead(read, (found) =>
    probes.makeDue({ ...read, due_at: dueIn(secondsBetweenProbes, now), is_ending: false }, found),
  );
  if (!isClaimed) return false;
  const waiting = await deliveries.findAt(next);
  if (!waiting) return false;
  await attempt(commitUnitOfWork, webhook, waiting);
  await endWaiting(next, waiting.version);
  return (await probedWebhook(read)) === undefined;
}

/** Changes the probe if it is unchanged since it was read, and returns whether it was: only one of several concurrent rounds changes it. */
const changeIfAsRead = (read: Stored<probes.Probe>, write: (found: Stored<probes.Probe>) => Write): Promise<boolean> =>
  commitUnitOfWork({
    async decide() {
      const found = await probes.find(read);
      const isUnchanged = found?.version === read.version;
      return { writes: isUnchanged ? [write(found)] : [], reply: isUnchanged };
    },
  });

/** Queues all postponed deliveries. If the time gets short, the next round continues. */
async function queueAll(read: Stored<probes.Probe>, time?: TimeLeft): Promise<void> {
  for (let page = 0; page < batches.postponedPages.size && !isShort(time); page += 1) {
    const postponed = await deliveries.listPostponed(read);
    if (postponed.length === 0) return void (await end(read));
    await queueThem(postponed);
  }
}

async function queueThem(waiting: readonly Key[]): Promise<void> {
  for (const portion of chunksOf(waiting, batches.dueSideBySide.size)) await Promise.all(portion.map(queueAgain));
}

/**
 * Removes a probe that has found nothing for a minute. The index may list a delivery late, and `postpone` creates no new
 * probe unless this one is ending. So the first round that finds nothing only marks the probe as ending.
 */
const end = (read: Stored<probes.Probe>): Promise<unknown> =>
  changeIfAsRead(read, (found) =>
    found.is_ending
      ? probes.end(found)
      : probes.makeDue({ ...read, due_at: dueIn(secondsBetweenProbes, timestampNow()), is_ending: true }, found),
  );

/** Queues a waiting delivery, then removes it. If the removal fails, it is queued again: the receiver recognizes the event by its id. */
export async function queueAgain(key: Key): Promise<void> {
  const waiting = await deliveries.findAt(key);
  if (!waiting) return;
  const { store_id, webhook_id, event, attempt, since } = waiting;
  await send('redeliveries', [{ store_id, webhook_id, event, attempt, since }], 0);
  await endWaiting(key, waiting.version);
}

/** Ends the wait of an attempt, unless another attempt of the same event and webhook has replaced it. */
const endWaiting = (key: Key, version: number): Promise<void> =>
  commitUnitOfWork({
    async decide() {
      const waiting = await deliveries.findAt(key);
      return { writes: waiting?.version === version ? [deliveries.end(key, waiting)] : [], reply: undefined };
    },
  });

/** If a secret can be read, the key is right, and the table is marked. A webhook without a readable secret counts as failed. */
export const markedKey: ItemMigration = {
  concerns: ({ sk }) => sk.startsWith('WEBHOOK#'),
  async writes(_, { id, secrets }) {
    await Promise.any((secrets as KeptSecret[]).map(({ sealed }) => unseal(String(id), sealed)));
    await mark();
    return [];
  },
};
