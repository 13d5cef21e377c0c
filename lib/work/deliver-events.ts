/**
 * Deliveries of events to webhooks. A message that is delivered twice causes two attempts, which the standard allows: the receiver
 * recognizes the event by its id. A message leaves its queue only once its attempt has succeeded, is given up, or has a next attempt planned.
 */

import { allowsPrivate, receiversTime } from '../delivery/addresses.ts';
import { type Delivered, post } from '../delivery/post.ts';
import { bodyOf, signatureHeaders, unseal } from '../delivery/signature.ts';
import { type Commit, writing } from '../once/unit-of-work.ts';
import { send } from '../queue/send.ts';
import { keyToRead } from '../resources/stores/deployment-key-records.ts';
import type { AttemptRecord } from '../resources/webhooks/attempt-rules.ts';
import type { Attempted } from '../resources/webhooks/delivery-records.ts';
import * as deliveries from '../resources/webhooks/delivery-records.ts';
import * as probes from '../resources/webhooks/probe-records.ts';
import * as webhooks from '../resources/webhooks/records.ts';
import * as replays from '../resources/webhooks/replay-records.ts';
import {
  type Answer,
  afterFailure,
  afterSuccess,
  type DeliveredEvent,
  deliveredSince,
  dueIn,
  isGivenUp,
  isProbed,
  isSilent,
  isSuccess,
  type KeptSecret,
  pauseAfter,
  retryAfterOf,
  secondsBetweenProbes,
  signing,
  silent,
  slowMilliseconds,
  type Webhook,
  wants,
} from '../resources/webhooks/rules.ts';
import { timestampNow } from '../runtime/clock.ts';
import { newId } from '../runtime/ids.ts';
import { describeError, log, logWithMetrics } from '../runtime/log.ts';
import type { Stored } from '../table/items.ts';
import { keepEvent, recordAttempt } from './record-attempts.ts';

/** The longest pause, in seconds, of a message in its queue. SQS allows 15 minutes, but does not follow a clock that is moved. */
const queuedAtMost = 30;

/** Seconds that a delivery waits in its queue while another one is unanswered. */
const secondsAfterSilence = 2;

const userAgent = 'StoreCommerceApi-Webhooks/1';

/** First attempts of an event: to each webhook of its store that wants it. Slow webhooks have a queue of their own. */
export async function deliverToAll(commit: Commit, event: DeliveredEvent): Promise<void> {
  const all = await webhooks.listAll(event.store_id);
  const wanting = all.filter((webhook) => webhook.status === 'enabled' && wants(webhook, event.type));
  const since = deliveredSince(event, timestampNow());
  const first = ({ id }: Webhook): Attempted => ({
    store_id: event.store_id,
    webhook_id: id,
    event,
    attempt: 1,
    since,
  });
  await Promise.all([
    wanting.length > 0 ? keepEvent(event) : undefined,
    send('redeliveries', wanting.filter(({ is_slow }) => is_slow).map(first), 0),
    ...wanting.filter(({ is_slow }) => !is_slow).map((webhook) => attempt(commit, webhook, first(webhook))),
  ]);
}

/** Makes a further attempt from the queue. Drops it if the webhook is deleted or disabled; postpones it if the webhook gets only probes. */
export async function deliverAgain(commit: Commit, delivery: Attempted): Promise<void> {
  const webhook = await webhooks.find(delivery.store_id, delivery.webhook_id);
  if (webhook?.status === 'enabled') await attemptOrPostpone(commit, webhook, delivery);
}

/** The first attempt of a replayed event. An event of another store is dropped, because that store has no replay with this name. */
export async function deliverReplayed(commit: Commit, name: string, event: DeliveredEvent): Promise<void> {
  const replay = await replays.find(event.store_id, name);
  const webhook = replay && (await webhooks.find(event.store_id, replay.webhook_id));
  if (webhook?.status !== 'enabled' || !wants(webhook, event.type)) return;
  const first = { store_id: event.store_id, webhook_id: webhook.id, event, attempt: 1, since: timestampNow() };
  await Promise.all([keepEvent(event), attemptOrPostpone(commit, webhook, first)]);
}

async function attemptOrPostpone(commit: Commit, webhook: Stored<Webhook>, delivery: Attempted): Promise<void> {
  const now = timestampNow();
  const { since } = delivery;
  const started = { ...delivery, since: since ?? now };
  if (since && isGivenUp(since, now)) return logGivenUp(webhook, delivery);
  if (isProbed(webhook)) return postpone(commit, started);
  if (isSilent(webhook, now)) return send('redeliveries', [started], secondsAfterSilence);
  return attempt(commit, webhook, started);
}

/** Keeps a delivery until a probe of the webhook succeeds, and ensures that the webhook has a probe. */
async function postpone(commit: Commit, delivery: Attempted & { since: string }): Promise<void> {
  await commit(writing([deliveries.postpone(delivery)]));
  await commit({
    async decide({ now }) {
      const [webhook, probe] = await Promise.all([
        webhooks.find(delivery.store_id, delivery.webhook_id),
        probes.find(delivery),
      ]);
      // A probe that has just succeeded, or is ending, may not have seen this delivery.
      const isOver = !webhook || !isProbed(webhook);
      if (probe && !probe.is_ending && !isOver) return { writes: [], reply: undefined };
      const due_at = isOver ? now : dueIn(secondsBetweenProbes, now);
      const { store_id, webhook_id } = delivery;
      return { writes: [probes.makeDue({ store_id, webhook_id, due_at }, probe)], reply: undefined };
    },
  });
}

/** One attempt. The next attempt that it plans replaces the one in the table for the same event and webhook. */
export async function attempt(commit: Commit, webhook: Stored<Webhook>, delivery: Attempted): Promise<void> {
  const change = (next: (read: Webhook) => Webhook | undefined) => changeWebhook(commit, { webhook, delivery, next });
  // From now on, other deliveries to the webhook are delayed; this attempt still waits for its answer.
  const markSilent = () => change((read) => silent(read, timestampNow())).catch(() => undefined);
  // An answer that came while this process was busy is read before the second timer.
  let timer = setTimeout(() => {
    timer = setTimeout(markSilent, 10);
  }, slowMilliseconds);
  const delivered = await deliver(webhook, delivery.event).finally(() => clearTimeout(timer));
  const { status, milliseconds } = delivered;
  const now = timestampNow();
  log('info', 'delivery', { ...subjectOf(webhook, delivery), status, milliseconds });
  const made = madeOf(delivery, delivered, now);
  if (isSuccess(answerOf(delivered, now))) {
    await Promise.all([recordAttempt(delivery, made), change((read) => afterSuccess(read, { now, milliseconds }))]);
    return;
  }
  let next_at: string | null = null;
  try {
    next_at = await planNext(commit, webhook, delivery, answerOf(delivered, now));
    const isEnabled = await change((read) => afterFailure(read, { at: now, status, message: messageOf(delivered) }));
    if (!isEnabled) next_at = null;
  } finally {
    // Only now is it known whether there is another attempt.
    await recordAttempt(delivery, { ...made, next_at });
  }
}

/** Plans the attempt after one that failed, and returns when it is due; null if the event is given up. */
async function planNext(commit: Commit, webhook: Webhook, delivery: Attempted, answer: Answer): Promise<string | null> {
  const now = timestampNow();
  const { attempt: number, since } = delivery;
  const planned = pauseAfter(number, answer, Math.random());
  const pause = planned !== undefined && isGivenUp(since ?? now, now, planned) ? undefined : planned;
  if (pause !== undefined) await plan(commit, { ...delivery, attempt: number + 1 }, pause, now);
  else logGivenUp(webhook, delivery);
  return pause === undefined ? null : dueIn(pause, now);
}

/** The record of an attempt that ended at a time, without a next one. */
const madeOf = (
  { event, attempt: number }: Pick<Attempted, 'event' | 'attempt'>,
  delivered: Delivered,
  at: string,
): AttemptRecord => ({
  ...{ id: newId('delivery'), event_id: event.id, type: event.type, attempt: number, at },
  ...resultOf(delivered),
  next_at: null,
});

/** The outcome of a delivery, as it is listed and returned. */
export const resultOf = (delivered: Delivered) => ({
  ...{ status: delivered.status, milliseconds: delivered.milliseconds },
  message: isSuccess(answerOf(delivered, timestampNow())) ? null : messageOf(delivered),
});

/** One delivery while its caller waits: it is recorded, but not retried, and does not change the state of the webhook. */
export async function deliverOnce(webhook: Webhook, event: DeliveredEvent): Promise<Delivered> {
  const delivered = await deliver(webhook, event);
  const called = { store_id: event.store_id, webhook_id: webhook.id };
  await recordAttempt(called, madeOf({ event, attempt: 1 }, delivered, timestampNow()));
  return delivered;
}

const logGivenUp = (webhook: Webhook, delivery: Attempted): void =>
  logForAlarm('event given up', 'events_given_up', subjectOf(webhook, delivery));

const logForAlarm = (message: string, metric: string, subject: object): void =>
  logWithMetrics(message, { operation: 'deliver-events', ...subject }, { [metric]: 1 });

/** One delivery, signed with every secret that is valid now. */
export async function deliver(
  webhook: Pick<Webhook, 'id' | 'url' | 'secrets'>,
  event: DeliveredEvent,
): Promise<Delivered> {
  const now = timestampNow();
  const secrets = await readable(webhook.id, signing(webhook, now));
  const body = bodyOf(event);
  const signature = signatureHeaders({ id: event.id, timestamp: receiversTime(), body }, secrets);
  const headers = { 'Content-Type': 'application/json', 'User-Agent': userAgent, ...signature };
  return post({ url: webhook.url, headers, body }, { allowsPrivate: allowsPrivate() });
}

/**
 * The secrets that can be read: older ones may be under another key of the deployment. Throws if none can, or if the key
 * itself cannot be read now: a delivery never goes out without a signature that its receiver may need.
 */
async function readable(webhook: string, kept: readonly KeptSecret[]): Promise<string[]> {
  await keyToRead('webhook-secrets');
  const read = await Promise.allSettled(kept.map(({ sealed }) => unseal(webhook, sealed)));
  const secrets = read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const [failed] = read.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (secrets.length === 0) throw failed;
  if (failed) log('error', 'secret not readable', { webhook_id: webhook, error: describeError(failed) });
  return secrets;
}

const answerOf = ({ status, retryAfter }: Delivered, now: string): Answer => ({
  status: status ?? undefined,
  retryAfter: retryAfterOf(retryAfter, now),
});

const messageOf = ({ status, failure }: Delivered): string => failure ?? `The receiver answered ${status}`;

/** The next attempt, after a pause in seconds. */
async function plan(commit: Commit, delivery: Attempted, pause: number, now: string): Promise<void> {
  if (pause <= queuedAtMost) await send('redeliveries', [delivery], Math.ceil(pause));
  else await commit(writing([deliveries.plan(delivery, dueIn(pause, now))]));
}

interface WebhookAfter {
  webhook: Stored<Webhook>;
  delivery: Attempted;
  /** Returns undefined if nothing needs to be written. */
  next(read: Webhook): Webhook | undefined;
}

/**
 * Changes the current webhook, and returns whether it still gets deliveries. Writes nothing if it is deleted, or if `webhook` as it
 * was read needs no change.
 */
async function changeWebhook(commit: Commit, { webhook, delivery, next }: WebhookAfter): Promise<boolean> {
  if (!next(webhook)) return true;
  const { isEnabled, justDisabled } = await commit({
    async decide() {
      const read = await webhooks.find(delivery.store_id, webhook.id);
      const changed = read && next(read);
      if (!changed) return { writes: [], reply: { isEnabled: read?.status === 'enabled', justDisabled: false } };
      const writes = [webhooks.replace(delivery.store_id, read, changed)];
      return {
        writes,
        reply: { isEnabled: changed.status === 'enabled', justDisabled: changed.status !== read.status },
      };
    },
  });
  if (justDisabled) logForAlarm('webhook disabled', 'webhooks_disabled', subjectOf(webhook, delivery));
  return isEnabled;
}

/** The fields of a delivery in logs: only the host of the URL. */
const subjectOf = ({ id, url }: Webhook, { store_id, event, attempt: number }: Attempted) => ({
  store_id,
  webhook_id: id,
  event_id: event.id,
  attempt: number,
  host: new URL(url).host,
});
