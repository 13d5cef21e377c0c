/** Deliveries through the functions of their queues and their schedule, to receivers on this machine. */
import type { ServerResponse } from 'node:http';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { describe, expect, test, vi } from 'vitest';
import { verifyWebhook } from '../../../lib/client/webhooks.ts';
import { commitUnitOfWork } from '../../../lib/once/unit-of-work.ts';
import type { Attempted } from '../../../lib/resources/webhooks/delivery-records.ts';
import {
  deleteWebhook,
  listWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../../lib/resources/webhooks/functions.ts';
import { pauses } from '../../../lib/resources/webhooks/rules.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { deliverAgain } from '../../../lib/work/deliver-events.ts';
import { beginAnew } from '../../support/aws/deployment.ts';
import { around } from '../../support/aws/interleave.ts';
import { type Intercepted, type Next, withOnCall } from '../../support/aws/on-call.ts';
import { queuedDeliveries } from '../../support/aws/queued-messages.ts';
import { entitiesOf, isolateTables } from '../../support/aws/table-contents.ts';
import { withUsualBatches } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { invoke } from '../../support/invoke.ts';
import { atTime } from '../../support/world/clock.ts';
import { deliver, newEvent, newWebhook, redeliver, startReceiver } from '../../support/world/webhooks.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

isolateTables('test');

const sweep = await handlerOf({ name: 'sweep-deliveries' });

const only = async ({ store }: World) => (await succeeded(invoke(listWebhooks, { store_id: store.id }))).data[0];

/** Further attempts of an event that are queued, with the seconds that they wait there. */
const queued = (id: string) => queuedDeliveries.filter(({ body }) => body.includes(id));

async function failingStore(status: number, headers: Record<string, string> = {}) {
  const world = await newWorld();
  const { url, received, behaviour } = await startReceiver((response) => response.writeHead(status, headers).end());
  const webhook = await newWebhook(world, { url });
  return { world, webhook, received, behaviour, event: newEvent(world) };
}

/** The item of a delivery that waits. */
const waitingIn = async ({ store }: World) => (await entitiesOf(store.id)).find(({ sk }) => sk === 'DELIVERY');

const webhookIn = async ({ store }: World): Promise<{ silent_at?: string | null }> =>
  Object((await entitiesOf(store.id)).find(({ sk }) => String(sk).startsWith('WEBHOOK#')));

const minutesLater = (minutes: number) => toTimestamp(Date.now() + minutes * 60_000);

const dueOf = (item: object | undefined): string => String(Object(item).due_sk).slice(0, 20);

describe('an event', () => {
  test('is delivered once to each enabled webhook of its store that wants it, signed with its secret', async () => {
    const [world, elsewhere] = [await newWorld(), await newWorld()];
    const [all, orders, cards, off, others] = await Promise.all(Array.from({ length: 5 }, () => startReceiver()));
    const { createWebhook } = await import('../../../lib/resources/webhooks/functions.ts');
    const made = await succeeded(invoke(createWebhook, { store_id: world.store.id, url: all?.url ?? '' }));
    await newWebhook(world, { url: orders?.url, types: ['order.*'] });
    await newWebhook(world, { url: cards?.url, types: ['gift_card.issued'] });
    await invoke(updateWebhook, { ...(await newWebhook(world, { url: off?.url })), status: 'disabled' });
    await newWebhook(elsewhere, { url: others?.url });
    const event = newEvent(world);

    expect(await deliver(event)).toEqual({ batchItemFailures: [] });

    expect([all, orders, cards, off, others].map((each) => each?.received.length)).toEqual([1, 1, 0, 0, 0]);
    const [{ headers, body } = { headers: {}, body: '' }] = all?.received ?? [];
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'StoreCommerceApi-Webhooks/1',
      'webhook-id': event.id,
    });
    const { id, type, store_id, created_at, sequence, object, data } = event;
    expect(body).toBe(
      JSON.stringify({ type, timestamp: created_at, id, store_id, created_at, sequence, object, data }),
    );
    expect(await verifyWebhook(body, headers, String(made.secret))).toMatchObject({ id });
    expect((await only(elsewhere))?.last_success_at).toBeNull();
  });

  test('that gets 500 or no answer is delivered again after about 5 seconds, with the same id', async () => {
    const { world, received, event, behaviour } = await failingStore(500);
    await deliver(event);
    const [{ body, delay } = { body: '', delay: 0 }] = queued(event.id);

    expect(delay).toBeGreaterThanOrEqual(4);
    expect(delay).toBeLessThanOrEqual(6);
    expect(await only(world)).toMatchObject({
      status: 'enabled',
      last_failure: { status: 500, message: 'The receiver answered 500' },
    });
    behaviour.answer = 200;
    await redeliver(JSON.parse(body));
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([event.id, event.id]);
    expect(received[1]?.body).toBe(received[0]?.body);
    expect(await waitingIn(world)).toBeUndefined();
    expect((await only(world))?.last_success_at).not.toBeNull();
  });

  test('is not delivered with half of its signatures where the key of its secrets cannot be read', async () => {
    const { webhook, event, received, behaviour } = await failingStore(204);
    behaviour.answer = 204;
    await invoke(rotateWebhookSecret, { ...webhook, rotation_id: 'rotation' });
    await beginAnew();
    around(
      ({ input }) => JSON.stringify(input).includes(keys.deploymentKey.pk),
      () => Promise.reject(new Error('Throttled')),
    );

    expect(await deliver(event)).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });
    await deliver(event);
    expect(received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)).toEqual([2]);
  });

  test('waits as long as specified before each attempt, in the table, and is given up after the tenth', {
    tags: 'long',
  }, async () => {
    const { world, webhook, event, received, behaviour } = await failingStore(503);
    const output: string[] = [];
    vi.stubEnv('LOG_LEVEL', 'info');
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => output.push(String(line)) > 0);

    for (let attempt = 2; attempt <= pauses.length; attempt += 1) {
      // A success in between, so that the webhook is not one that is only probed.
      behaviour.answer = 204;
      await redeliver({ ...webhook, event: newEvent(world), attempt: 1 });
      behaviour.answer = 503;
      const before = Date.now() + attempt * 120_000;
      await atTime(toTimestamp(before), () => redeliver({ ...webhook, event, attempt }));
      const item = await waitingIn(world);
      const seconds = (Date.parse(dueOf(item)) - before) / 1000;
      const pause = pauses[attempt - 1] ?? 0;
      expect(item).toMatchObject({ attempt: attempt + 1 });
      expect([attempt, seconds >= 0.8 * pause - 1 && seconds <= 1.2 * pause + 3]).toEqual([attempt, true]);

      await sweep({});
      expect(queued(event.id).length).toBe(attempt - 2);
      await atTime(toTimestamp(Date.parse(dueOf(item)) + 10_000), () => sweep({}));
      expect(JSON.parse(queued(event.id).at(-1)?.body ?? '')).toMatchObject({ attempt: attempt + 1, event });
      expect(await waitingIn(world)).toBeUndefined();
    }
    await atTime(minutesLater(30), () => redeliver({ ...webhook, event, attempt: pauses.length + 1 }));

    expect(await waitingIn(world)).toBeUndefined();
    expect(received.filter(({ headers }) => headers['webhook-id'] === event.id)).toHaveLength(pauses.length);
    expect(output.filter((line) => line.includes('event given up'))).toHaveLength(1);
    expect(output.join('')).not.toContain('127.0.0.1/');
  });

  test('waits longer where the receiver asks for it', async () => {
    const { world, event, webhook } = await failingStore(429, { 'Retry-After': '4000' });
    const before = Date.now();
    await redeliver({ ...webhook, event, attempt: 2 });

    expect((Date.parse(dueOf(await waitingIn(world))) - before) / 1000).toBeGreaterThan(3998);
  });
});

describe('a webhook', () => {
  test('with a gone receiver is disabled, and its queued events are dropped', async () => {
    const { world, webhook, event, received } = await failingStore(410);
    await deliver(event);

    expect(await only(world)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    await redeliver({ ...webhook, event, attempt: 2 });
    await deliver(event);
    expect(received).toHaveLength(1);
  });

  test('that is slow gets its next events from a queue of their own, until it is quick again', async () => {
    const { webhook, event, behaviour, received, world } = await failingStore(500);
    await deliver(event);
    const next = newEvent(world);
    await deliver(next);

    expect(received).toHaveLength(1);
    expect(queued(next.id).map(({ delay }) => delay)).toEqual([0]);
    behaviour.answer = 200;
    await redeliver({ ...webhook, event: next, attempt: 1 });
    await deliver(newEvent(world));
    expect(received).toHaveLength(3);
  });

  test('that is slow has its first attempts repeated after about 5 seconds, too', async () => {
    const { webhook, event } = await failingStore(500);
    await redeliver({ ...webhook, event, attempt: 1 });

    expect(queued(event.id)).toMatchObject([{ delay: expect.any(Number) }]);
    expect(JSON.parse(queued(event.id)[0]?.body ?? '')).toMatchObject({ attempt: 2 });
  });

  test('is tested with a delivery of its own, while the caller waits', async () => {
    const { webhook, received, world } = await failingStore(418);

    expect(await invoke(testWebhook, webhook)).toEqual({
      ...{ status: 418, milliseconds: expect.any(Number), message: 'The receiver answered 418' },
    });
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      type: 'webhook.test',
      object: { type: 'webhook', id: webhook.webhook_id },
      data: {},
    });
    expect(await only(world)).toMatchObject({ last_failure: null });
    await invoke(updateWebhook, { ...webhook, status: 'disabled' });
    expect(await invoke(testWebhook, webhook)).toMatchObject({ errorType: 'INVALID_FIELD' });
  });
});

describe('after five failures without a success in between', () => {
  const attempts = (webhook: object, events: readonly object[], attempt = 3) =>
    events.map((event) => ({ ...webhook, event, attempt, since: toTimestamp(Date.now()) }));

  async function failed(failures: number, behaviourBefore: number[] = []) {
    const store = await failingStore(500);
    const at = async (status: number) => {
      store.behaviour.answer = status;
      await redeliver({ ...store.webhook, event: newEvent(store.world), attempt: 10 });
    };
    for (const status of behaviourBefore) await at(status);
    for (let count = 0; count < failures; count += 1) await at(500);
    store.received.splice(0);
    const events = Array.from({ length: 12 }, () => newEvent(store.world));
    const entities = () => entitiesOf(store.world.store.id);
    const waiting = async () => (await entities()).filter(({ sk }) => sk === 'DELIVERY');
    const isProbed = async () => (await entities()).some(({ sk }) => sk === 'PROBE');
    return { ...store, events, waiting, isProbed };
  }

  const sweepAfter = (seconds: number) => atTime(toTimestamp(Date.now() + seconds * 1000), () => sweep({}));

  test('a webhook gets one delivery a minute; the others wait without a call, and keep their attempt', async () => {
    const { webhook, events, received, waiting } = await failed(5);
    await redeliver(...attempts(webhook, events));
    await sweepAfter(50);
    expect(received).toHaveLength(0);
    await sweepAfter(70);
    await sweepAfter(80);
    await sweepAfter(90);

    expect(received).toHaveLength(1);
    expect((await waiting()).map((item) => Object(item).attempt).toSorted()).toEqual([...Array(11).fill(3), 4]);
    await atTime(toTimestamp(Date.now() + 140_000), () => Promise.all(Array.from({ length: 4 }, () => sweep({}))));
    expect(received).toHaveLength(2);
    expect(events.map(({ id }) => queued(id).length)).toEqual(Array(12).fill(0));
  });

  test('an index that is late brings no second delivery within the minute', async () => {
    const { webhook, events, received } = await failed(5);
    await redeliver(...attempts(webhook, events));
    await sweepAfter(70);
    const late = ({ input }: Intercepted, next: Next) => {
      if (input.ExpressionAttributeValues?.[':end']) input.ExpressionAttributeValues[':end'] = '9999';
      return next();
    };
    await withOnCall(dynamodb, late, () => sweepAfter(80));

    expect(received).toHaveLength(1);
  });

  test('the oldest event is tried first', async () => {
    const { webhook, events, received } = await failed(5);
    const [older, ...others] = attempts(webhook, events);
    await redeliver(...others, { ...older, since: minutesLater(-60) });
    await sweepAfter(70);

    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([events[0]?.id]);
  });

  test('a success queues all that has waited, in the same minute', async () => {
    const { webhook, events, received, behaviour, waiting, isProbed } = await failed(5);
    await redeliver(...attempts(webhook, events));
    behaviour.answer = 204;
    await sweepAfter(70);

    const [tried] = received.map(({ headers }) => headers['webhook-id']);
    expect(queued(String(tried))).toEqual([]);
    const others = events.filter(({ id }) => id !== tried);
    expect(others.map(({ id }) => JSON.parse(queued(id).at(-1)?.body ?? '').attempt)).toEqual(Array(11).fill(3));
    expect(await waiting()).toEqual([]);
    await redeliver(...others.flatMap(({ id }) => queued(id)).map(({ body }) => JSON.parse(body)));
    expect(received).toHaveLength(12);
    for (const seconds of [140, 210]) await sweepAfter(seconds);
    expect(await isProbed()).toBe(false);
  });

  test('a delivery that is postponed as a probe succeeds is queued with the next round', async () => {
    const { webhook, events, behaviour, waiting } = await failed(5);
    const [tried, late] = attempts(webhook, events) as [Attempted, Attempted];
    await redeliver(tried);
    behaviour.answer = 204;
    let isFirst = true;
    await deliverAgain(async (step) => {
      if (isFirst) await sweepAfter(70);
      isFirst = false;
      return commitUnitOfWork(step);
    }, late);
    await sweepAfter(10);

    expect(queued(late.event.id)).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  test('a delivery that the index shows late is queued a minute later, and then the probe ends', async () => {
    const { webhook, events, behaviour, waiting, isProbed } = await failed(5);
    const [tried, late] = attempts(webhook, events) as [Attempted, Attempted];
    await redeliver(tried, late);
    behaviour.answer = 204;
    const withoutLate = async (_: Intercepted, next: Next) => {
      const { Items, ...others } = await next();
      return { ...others, Items: Items?.filter(({ pk }: { pk: string }) => !pk.includes(late.event.id)) };
    };
    await withOnCall(dynamodb, withoutLate, () => sweepAfter(70));
    expect(queued(late.event.id)).toEqual([]);
    await sweepAfter(140);
    expect([queued(late.event.id).length, await waiting(), await isProbed()]).toEqual([1, [], true]);
    for (const seconds of [210, 280]) await sweepAfter(seconds);

    expect(await isProbed()).toBe(false);
  });

  test('a postponed event is dropped once the webhook is deleted', async () => {
    withUsualBatches();
    const { webhook, events, waiting, isProbed } = await failed(5);
    await redeliver(...attempts(webhook, events));
    await invoke(deleteWebhook, webhook);
    for (const seconds of [70, 140]) await sweepAfter(seconds);

    expect([await waiting(), await isProbed()]).toEqual([[], false]);
  });

  test('a delivery that a probe has put off waits for its own pause', async () => {
    const { webhook, events, waiting } = await failed(5);
    await redeliver(...attempts(webhook, events.slice(0, 1)));
    await sweepAfter(70);
    const [item] = await waiting();

    expect(item).toMatchObject({ attempt: 4 });
    expect((Date.parse(dueOf(item)) - Date.now()) / 1000).toBeGreaterThan(70 + 0.8 * 1800 - 2);
  });

  test.each([
    ['four failures', 4, []],
    ['a success among eight failures', 4, [500, 500, 500, 500, 200]],
  ])('and not after %s', async (_, failures, before) => {
    const { webhook, events, received } = await failed(failures, before);
    await redeliver(...attempts(webhook, events.slice(0, 5)));

    expect(received).toHaveLength(5);
  });

  test('an event is given up without a call four days after it happened', async () => {
    const { webhook, world, received, waiting } = await failed(5);
    const event = newEvent(world);
    const since = toTimestamp(Date.now() - 4 * 86_400_000 + 50_000);
    await redeliver({ ...webhook, event, attempt: 3, since });
    expect(await waiting()).toHaveLength(1);
    await sweepAfter(70);

    const message = JSON.parse(queued(event.id).at(-1)?.body ?? '');
    expect(message).toMatchObject({ attempt: 3, since });
    await atTime(toTimestamp(Date.now() + 70_000), () => redeliver(message));
    expect(received).toHaveLength(0);
    expect(await waiting()).toEqual([]);
  });
});

test('while a receiver does not answer a delivery, its others wait in the queue', { tags: 'long' }, async () => {
  const { webhook, world, received, behaviour } = await failingStore(204);
  const answers: (() => void)[] = [];
  behaviour.answer = (response: ServerResponse) => answers.push(() => response.writeHead(204).end());
  const first = redeliver({ ...webhook, event: newEvent(world), attempt: 1 });
  await vi.waitUntil(async () => (await webhookIn(world)).silent_at, { timeout: 150_000 });
  const event = newEvent(world);
  await redeliver({ ...webhook, event, attempt: 1 });

  expect(received).toHaveLength(1);
  const [{ body, delay } = { body: '', delay: 0 }] = queued(event.id);
  expect([JSON.parse(body).attempt, delay]).toEqual([1, 2]);
  answers[0]?.();
  await first;
  behaviour.answer = 204;
  await redeliver(JSON.parse(body));
  expect(received).toHaveLength(2);
});

test('a message of the last release, which does not know since when its event is delivered, is delivered', async () => {
  const { webhook, world, received } = await failingStore(500);
  const created_at = toTimestamp(Date.now() - 20 * 86_400_000);
  await redeliver({ ...webhook, event: { ...newEvent(world), created_at }, attempt: 2 });

  expect(received).toHaveLength(1);
  expect(await waitingIn(world)).toMatchObject({ attempt: 3, since: expect.any(String) });
});

test('an invocation makes ten deliveries to a webhook at once at most', { tags: 'long' }, async () => {
  let open = 0;
  let most = 0;
  const world = await newWorld();
  const { url, received } = await startReceiver((response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.writeHead(204).end();
    }, 200);
  });
  const webhook = await newWebhook(world, { url });
  await redeliver(...Array.from({ length: 30 }, () => ({ ...webhook, event: newEvent(world), attempt: 2 })));

  expect(received).toHaveLength(30);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(10);
});

describe('a replay', () => {
  const hour = 3_600_000;
  const ago = (hours: number): string => toTimestamp(Date.now() - hours * hour);

  test('runs as the only one: the next starts when it has ended', async () => {
    const world = await newWorld();
    const webhook = await newWebhook(world);
    const [from, to, later] = [ago(2), ago(1), ago(0.5)];
    const ask = (fields: object = {}) => invoke(replayWebhook, { ...webhook, from, to, ...fields });
    const first = await succeeded(ask());
    const second = await succeeded(ask({ to: later }));

    expect(first).toMatchObject({ status: 'waiting', replay_id: expect.stringMatching(/^rpl_/) });
    const statuses: string[] = [];
    for (let minute = 1; minute <= 4; minute += 1) {
      await atTime(minutesLater(minute), () => sweep({}));
      statuses.push(
        [await ask(), await ask({ to: later })]
          .map((each) => Object(each).status)
          .toSorted()
          .join(),
      );
    }

    expect(statuses[0]).toBe('running,waiting');
    expect(statuses).not.toContain('running,running');
    expect(statuses.at(-1)).toBe('completed,completed');
    expect(await ask()).toMatchObject({ replay_id: first.replay_id });
    expect(await ask({ to: later })).toMatchObject({ replay_id: second.replay_id });
    await atTime(minutesLater(61), async () => {
      expect((await succeeded(ask())).replay_id).not.toBe(first.replay_id);
    });
  });

  test('is of the time that was asked for', async () => {
    const webhook = await newWebhook(await newWorld());
    const [from, to] = [ago(2), ago(1)];
    const { replay_id } = await succeeded(invoke(replayWebhook, { ...webhook, from, to }));
    const send = vi.spyOn(EventBridgeClient.prototype, 'send');
    await atTime(minutesLater(1), () => sweep({}));
    const inputs = send.mock.calls.map(([{ input }]) => input);
    send.mockRestore();

    const [EventStartTime, EventEndTime] = [new Date(from), new Date(to)];
    expect(inputs).toContainEqual(expect.objectContaining({ ReplayName: replay_id, EventStartTime, EventEndTime }));
  });

  test('that is cancelled on EventBridge has failed, and the next one starts', async () => {
    const webhook = await newWebhook(await newWorld());
    const from = ago(2);
    const ask = (to: string) => invoke(replayWebhook, { ...webhook, from, to });
    const ends = [ago(1), ago(0.5)];
    await Promise.all(ends.map(ask));
    await atTime(minutesLater(1), () => sweep({}));
    const statuses = async () => (await Promise.all(ends.map(ask))).map((each) => Object(each).status).toSorted();

    const send = vi.spyOn(EventBridgeClient.prototype, 'send');
    send.mockImplementation(async () => ({ State: 'CANCELLING' }));
    await atTime(minutesLater(2), () => sweep({}));
    expect(await statuses()).toEqual(['running', 'waiting']);
    send.mockImplementation(async () => ({ State: 'CANCELLED' }));
    await atTime(minutesLater(3), () => sweep({}));
    send.mockRestore();
    await atTime(minutesLater(4), () => sweep({}));

    expect(await statuses()).toEqual(['failed', 'running']);
  });

  test('brings the events of its store, of the types of its webhook, only to that webhook', async () => {
    const [world, elsewhere] = [await newWorld(), await newWorld()];
    const [mine, other] = await Promise.all([startReceiver(), startReceiver()]);
    const webhook = await newWebhook(world, { url: mine.url, types: ['order.*'] });
    await newWebhook(world, { url: other.url });
    await newWebhook(elsewhere, { url: other.url });
    const { replay_id } = await succeeded(invoke(replayWebhook, { ...webhook, from: ago(2), to: ago(1) }));
    const events = [newEvent(world), newEvent(world, 'review.posted'), newEvent(elsewhere)];

    await redeliver(...events.map((detail) => ({ 'replay-name': replay_id, detail })));

    expect(mine.received.map(({ headers }) => headers['webhook-id'])).toEqual([events[0]?.id]);
    expect(other.received).toEqual([]);
  });

  test('brings events that are older than four days, and tries them again', async () => {
    const { world, webhook, received } = await failingStore(500);
    const { replay_id } = await succeeded(invoke(replayWebhook, { ...webhook, from: ago(480), to: ago(470) }));
    const event = { ...newEvent(world), created_at: ago(475) };
    await redeliver({ 'replay-name': replay_id, detail: event });
    await redeliver(JSON.parse(queued(event.id)[0]?.body ?? ''));

    expect(received).toHaveLength(2);
  });

  test.each<[string, object, string]>([
    ['ends before it begins', { from: ago(1), to: ago(2) }, 'from must be before to'],
    ['is older than the archive', { from: ago(31 * 24), to: ago(2) }, 'from must be within the last 30 days'],
    ['has only just passed', { from: ago(2), to: ago(0.1) }, 'to must be at least 10 minutes ago'],
  ])('of a time that %s is refused', async (_, times, errorMessage) => {
    const webhook = await newWebhook(await newWorld());

    expect(await invoke(replayWebhook, { ...webhook, ...times })).toEqual({ errorType: 'INVALID_FIELD', errorMessage });
  });

  test('of a webhook that is disabled is refused', async () => {
    const webhook = await newWebhook(await newWorld());
    await invoke(updateWebhook, { ...webhook, status: 'disabled' });

    expect(await invoke(replayWebhook, { ...webhook, from: ago(2), to: ago(1) })).toMatchObject({
      errorMessage: 'The webhook is disabled',
    });
  });
});
