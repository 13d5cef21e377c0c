/**
 * Deliveries of events to webhooks. A message that is delivered twice makes an attempt twice, which the standard allows: the receiver
 * knows the event by its id. Nothing is taken from a queue before its attempt has succeeded, been given up, or has its next one due.
 */

import { bodyOf } from '../delivery/body.ts';
import { type Delivered, post } from '../delivery/post.ts';
import { allowsPrivate } from '../delivery/receiver.ts';
import { unseal } from '../delivery/secrets.ts';
import { signatureHeaders } from '../delivery/signature.ts';
import type { Commit } from '../once/unit-of-work.ts';
import { writing } from '../once/unit-of-work.ts';
import { send } from '../queue/send.ts';
import { type Attempted, postpone } from '../resources/webhooks/delivery-records.ts';
import * as webhooks from '../resources/webhooks/records.ts';
import {
  type Answer,
  afterFailure,
  afterSuccess,
  type DeliveredEvent,
  dueIn,
  isSuccess,
  pauseAfter,
  retryAfterOf,
  signing,
  slow,
  type Webhook,
  wants,
} from '../resources/webhooks/rules.ts';
import { timestampNow } from '../runtime/clock.ts';
import { log } from '../runtime/log.ts';
import { toSeconds } from '../schema/times.ts';
import type { Stored } from '../table/items.ts';

/** The longest pause that a message waits in its queue. A queue can hold it for 15 minutes, but not follow a clock that is moved. */
const queuedAtMost = 30;

const userAgent = 'StoreCommerceApi-Webhooks/1';

/** First attempts of an event: to each webhook of its store that wants it. Slow ones get theirs from a queue of their own. */
export async function deliverToAll(commit: Commit, event: DeliveredEvent): Promise<void> {
  const all = await webhooks.listAll(event.store_id);
  const wanting = all.filter((webhook) => webhook.status === 'enabled' && wants(webhook, event.type));
  const first = ({ id }: Webhook): Attempted => ({ store_id: event.store_id, webhook_id: id, event, attempt: 1 });
  await Promise.all([
    send('redeliveries', wanting.filter(({ is_slow }) => is_slow).map(first), 0),
    ...wanting.filter(({ is_slow }) => !is_slow).map((webhook) => attempt(commit, webhook, first(webhook))),
  ]);
}

/** One attempt from the queue of further ones: dropped where its webhook is gone or disabled. */
export async function deliverAgain(commit: Commit, delivery: Attempted): Promise<void> {
  const webhook = await webhooks.find(delivery.store_id, delivery.webhook_id);
  if (webhook?.status === 'enabled') await attempt(commit, webhook, delivery);
}

async function attempt(commit: Commit, webhook: Stored<Webhook>, delivery: Attempted): Promise<void> {
  const { store_id, event } = delivery;
  const timer = setTimeout(() => {
    // Others need not wait for it any longer; what it answers is still waited for.
    change(commit, store_id, webhook.id, slow).catch(() => undefined);
  }, 1000);
  const delivered = await deliver(webhook, event).finally(() => clearTimeout(timer));
  const now = timestampNow();
  const answer = answerOf(delivered, now);
  log('info', 'delivery', {
    ...subjectOf(webhook, delivery),
    status: delivered.status,
    milliseconds: delivered.milliseconds,
  });
  if (isSuccess(answer)) {
    await change(commit, store_id, webhook.id, (read) =>
      afterSuccess(read, { now, milliseconds: delivered.milliseconds }),
    );
    return;
  }
  const pause = pauseAfter(delivery.attempt, answer, Math.random());
  if (pause === undefined) log('error', 'event given up', subjectOf(webhook, delivery));
  else await plan(commit, { ...delivery, attempt: delivery.attempt + 1 }, pause, now);
  const failure = { at: now, status: delivered.status, message: messageOf(delivered) };
  await change(commit, store_id, webhook.id, (read) => afterFailure(read, failure));
}

/** One delivery, signed with every secret that is good now. */
export async function deliver(
  webhook: Pick<Webhook, 'id' | 'url' | 'secrets'>,
  event: DeliveredEvent,
): Promise<Delivered> {
  const now = timestampNow();
  const secrets = await Promise.all(signing(webhook, now).map(({ sealed }) => unseal(webhook.id, sealed)));
  const body = bodyOf(event);
  const signature = signatureHeaders({ id: event.id, timestamp: toSeconds(now), body }, secrets);
  const headers = { 'Content-Type': 'application/json', 'User-Agent': userAgent, ...signature };
  return post({ url: webhook.url, headers, body }, { allowsPrivate: allowsPrivate() });
}

const answerOf = ({ status, retryAfter }: Delivered, now: string): Answer => ({
  status: status ?? undefined,
  retryAfter: retryAfterOf(retryAfter, now),
});

const messageOf = ({ status, failure }: Delivered): string => failure ?? `The receiver answered ${status}`;

/** The next attempt, after a pause in seconds. */
async function plan(commit: Commit, delivery: Attempted, pause: number, now: string): Promise<void> {
  if (pause <= queuedAtMost) await send('redeliveries', [delivery], Math.ceil(pause));
  else await commit(writing([postpone(delivery, dueIn(pause, now))]));
}

/** Changes the webhook as it is now; nothing where it is gone. */
const change = (
  commit: Commit,
  store: string,
  id: string,
  next: (read: Webhook) => Webhook | undefined,
): Promise<void> =>
  commit({
    async decide() {
      const read = await webhooks.find(store, id);
      const changed = read && next(read);
      return { writes: read && changed ? [webhooks.replace(store, read, changed)] : [], reply: undefined };
    },
  });

/** What logs say of a delivery: of the URL the host alone. */
const subjectOf = ({ id, url }: Webhook, { store_id, event, attempt: number }: Attempted) => ({
  store_id,
  webhook_id: id,
  event_id: event.id,
  attempt: number,
  host: new URL(url).host,
});
