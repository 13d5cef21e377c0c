/** What operators see of deliveries: each attempt that was made, and one event that is delivered again. */
import type { ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { sqs } from '../../../lib/queue/send.ts';
import * as attempts from '../../../lib/resources/webhooks/attempt-records.ts';
import {
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver as redeliverEvent,
  replayWebhook,
  testWebhook,
  updateWebhook,
} from '../../../lib/resources/webhooks/functions.ts';
import { pauses } from '../../../lib/resources/webhooks/rules.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { toSeconds, toTimestamp } from '../../../lib/schema/times.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import type { Intercepted, Next } from '../../support/aws/on-call.ts';
import { withOnCall } from '../../support/aws/on-call.ts';
import { queuedDeliveries } from '../../support/aws/queued-messages.ts';
import { allTextsOf, entitiesOf, isolateTables } from '../../support/aws/table-contents.ts';
import { handlerOf } from '../../support/handlers.ts';
import { invoke } from '../../support/invoke.ts';
import { atTime } from '../../support/world/clock.ts';
import { deliver, newEvent, newWebhook, receiver, redeliver, startReceiver } from '../../support/world/webhooks.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';

isolateTables('test');

const sweep = await handlerOf({ name: 'sweep-deliveries' });
const redeliverEvents = await handlerOf({ name: 'redeliver-events' });

type Webhook = Awaited<ReturnType<typeof newWebhook>>;

const listed = async (webhook: Webhook, fields: object = {}) =>
  (await succeeded(invoke(listDeliveries, { ...webhook, ...fields }))).data;

const queued = (id: string) => queuedDeliveries.filter(({ body }) => body.includes(id)).map(({ body }) => body);

const after = (seconds: number) => toTimestamp(Date.now() + seconds * 1000);

const day = 86_400;

async function storeWithReceiver(answer?: Parameters<typeof startReceiver>[0]) {
  const world = await newWorld();
  const { url, received, behaviour } = await startReceiver(answer);
  const webhook = await newWebhook(world, { url });
  return { world, webhook, received, behaviour, event: newEvent(world) };
}

/** Attempts of that many events, a millisecond after each other. */
async function manyAttempts(webhook: Webhook, count: number) {
  const at = after(0);
  const all = Array.from({ length: count }, (_, index) => ({
    ...{ id: newId('delivery'), event_id: `evt_${index % 2}`, type: 'order.paid', attempt: index + 1, at },
    ...{ status: 204, milliseconds: 3, message: null, next_at: null },
  }));
  const { commitUnitOfWork, writing } = await import('../../../lib/once/unit-of-work.ts');
  const called = { store_id: webhook.store_id, webhook_id: String(webhook.webhook_id) };
  for (const each of all) await commitUnitOfWork(writing([attempts.create(called, each)]));
  return all.map(({ id }) => id).toReversed();
}

const failing = (matches: (call: Intercepted) => boolean) => (call: Intercepted, next: Next) =>
  matches(call) ? Promise.reject(new Error('planted')) : next();

const writesAttempt = ({ command, input }: Intercepted) =>
  command.startsWith('PutItem') && String(input.Item?.pk).includes('#ATTEMPTS#');

describe('the list of deliveries', () => {
  test('shows an attempt that succeeded, with its status and time, and without a message', async () => {
    const { webhook, event } = await storeWithReceiver(201);
    const before = after(0);
    await deliver(event);

    const [attempt, ...others] = await listed(webhook);
    expect(others).toEqual([]);
    expect(attempt).toEqual({
      ...{ delivery_id: expect.stringMatching(/^dlv_/), event_id: event.id, type: 'order.paid', attempt: 1 },
      ...{ at: expect.any(String), status: 201, milliseconds: expect.any(Number), message: null, next_at: null },
    });
    expect(toSeconds(String(attempt?.at))).toBeGreaterThanOrEqual(toSeconds(before));
  });

  test('shows each failed attempt with its message and the next one, newest first, until the event is given up', async () => {
    const { webhook, event } = await storeWithReceiver(503);
    await deliver(event);
    const [queuedAgain] = queued(event.id);
    await redeliver(JSON.parse(String(queuedAgain)));
    await atTime(after(30), () => redeliver({ ...webhook, event, attempt: pauses.length + 1 }));
    const [last, second, first] = await listed(webhook);

    expect([last, second, first].map((each) => each?.attempt)).toEqual([10, 2, 1]);
    for (const each of [last, second, first]) {
      expect(each).toMatchObject({ status: 503, message: 'The receiver answered 503', event_id: event.id });
    }
    const pauseAfter = (each: typeof first) => toSeconds(String(each?.next_at)) - toSeconds(String(each?.at));
    expect(pauseAfter(first)).toBeGreaterThanOrEqual(4);
    expect(pauseAfter(first)).toBeLessThanOrEqual(7);
    const waiting = (await entitiesOf(webhook.store_id)).find(({ sk }) => sk === 'DELIVERY');
    expect(second?.next_at).toBe(String(waiting?.due_sk).slice(0, 20));
    expect(last?.next_at).toBeNull();
  });

  test('shows an attempt without a response with status null', async () => {
    const world = await newWorld();
    const webhook = await newWebhook(world, { url: receiver });
    await deliver(newEvent(world));

    expect(await listed(webhook)).toMatchObject([{ status: null, message: 'The connection was refused' }]);
  });

  test('shows how long a slow receiver took', { tags: 'long' }, async () => {
    const { webhook, event } = await storeWithReceiver((response) =>
      setTimeout(() => response.writeHead(204).end(), 1200),
    );
    await deliver(event);

    const [attempt] = await listed(webhook);
    expect(attempt?.milliseconds).toBeGreaterThanOrEqual(1190);
    expect(attempt).toMatchObject({ status: 204, message: null });
  });

  test('shows no next attempt for a receiver that is gone, whichever delivery disabled its webhook', async () => {
    const { world, webhook } = await storeWithReceiver(410);
    await deliver(...Array.from({ length: 5 }, () => newEvent(world)));

    const all = await listed(webhook);
    expect(all).toHaveLength(5);
    for (const each of all) {
      expect(each).toMatchObject({ status: 410, message: 'The receiver answered 410', next_at: null });
    }
  });

  test('contains replays and probes, but no tests and no deliveries that were postponed', async () => {
    const { world, webhook, event } = await storeWithReceiver(500);
    await succeeded(invoke(testWebhook, webhook));
    expect(await listed(webhook)).toEqual([]);
    const ago = (hours: number) => after(-hours * 3600);
    const { replay_id } = await succeeded(invoke(replayWebhook, { ...webhook, from: ago(2), to: ago(1) }));
    await redeliver({ 'replay-name': replay_id, detail: event });
    expect(await listed(webhook)).toMatchObject([{ event_id: event.id, attempt: 1 }]);
    for (let failures = 1; failures < 5; failures += 1) await redeliver({ ...webhook, event, attempt: 10 });
    const postponed = newEvent(world);
    await redeliver({ ...webhook, event: postponed, attempt: 1 });
    expect(await listed(webhook, { event_id: postponed.id })).toEqual([]);
    await atTime(after(70), () => sweep({}));

    expect(await listed(webhook, { event_id: postponed.id })).toMatchObject([{ attempt: 1, status: 500 }]);
  });

  test('comes in pages, each attempt once, also the attempts of one event', async () => {
    const webhook = await newWebhook(await newWorld());
    const all = await manyAttempts(webhook, 25);
    const pagesOf = async (fields: object) => {
      const pages: string[][] = [];
      for (let cursor: string | undefined, more = true; more; cursor = pages.at(-1)?.at(-1)) {
        const page = await succeeded(invoke(listDeliveries, { ...webhook, ...fields, after: cursor }));
        pages.push(page.data.map(({ delivery_id }) => delivery_id));
        more = page.has_more;
      }
      return pages;
    };

    const pages = await pagesOf({});
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(pages.flat()).toEqual(all);
    const even = all.filter((_, index) => index % 2 === 0);
    expect((await pagesOf({ limit: 5, event_id: 'evt_0' })).flat()).toEqual(even);
  });

  test('reads as much for a page of many attempts as for a page of few', async () => {
    const webhook = await newWebhook(await newWorld());
    await manyAttempts(webhook, 120);
    const read = async (fields: object) => {
      const counts: number[] = [];
      const count = async ({ command }: Intercepted, next: Next) => {
        const output = await next();
        if (command.startsWith('Query')) counts.push(output.Items.length);
        return output;
      };
      await withOnCall(dynamodb, count, () => listed(webhook, { limit: 2, ...fields }));
      return counts.reduce((sum, each) => sum + each, 0);
    };

    const many = await read({});
    expect(many).toBeGreaterThan(2);
    expect(many).toBeLessThanOrEqual(24);
    expect(await read({ event_id: 'evt_0' })).toBe(3);
  });

  test('has nothing of another store, another webhook, or a webhook that does not exist', async () => {
    const { world, webhook, event } = await storeWithReceiver();
    await deliver(event);
    const [elsewhere, other] = [await newWorld(), await newWebhook(world, { types: ['review.*'] })];
    const foreign = { ...webhook, store_id: elsewhere.store.id };

    expect(await invoke(listDeliveries, foreign)).toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await listed(other)).toEqual([]);
    expect(await listed(other, { event_id: event.id })).toEqual([]);
    expect(await listed(webhook, { event_id: newEvent(world).id })).toEqual([]);
    expect(await listed(webhook, { event_id: event.id })).toHaveLength(1);
  });

  test('ends 30 days ago, and the table then deletes the attempt and the event', async () => {
    const { webhook, event } = await storeWithReceiver();
    await deliver(event);
    const items = (await entitiesOf(webhook.store_id)).filter(({ left_at }) => left_at !== undefined);

    expect(await atTime(after(30 * day - 60), () => listed(webhook))).toHaveLength(1);
    expect(await atTime(after(30 * day + 60), () => listed(webhook))).toEqual([]);
    expect(await atTime(after(30 * day + 60), () => listed(webhook, { event_id: event.id }))).toEqual([]);
    expect(items.map(({ sk }) => sk.split('#')[0]).toSorted()).toEqual(['ATTEMPT', 'EVENT']);
    for (const { left_at, without_events } of items) {
      expect(without_events).toBe(true);
      expect(Number(left_at)).toBeGreaterThan(toSeconds(after(30 * day)));
      expect(Number(left_at)).toBeLessThan(toSeconds(after(31 * day)));
    }
  });

  test('is not found for a deleted webhook, and starts empty for a new one with the same id', async () => {
    const { world, webhook, event } = await storeWithReceiver();
    await deliver(event);
    await succeeded(invoke(deleteWebhook, webhook));

    expect(await invoke(listDeliveries, webhook)).toMatchObject({ errorType: 'NOT_FOUND' });
    await atTime(after(60), async () => {
      await newWebhook(world, { webhook_id: webhook.webhook_id });
      expect(await listed(webhook)).toEqual([]);
      expect(await listed(webhook, { event_id: event.id })).toEqual([]);
    });
  });

  test('has no text of the receiver, nor does the table', async () => {
    const answer = (response: ServerResponse) =>
      response.writeHead(500, 'SECRET-REASON', { 'X-Note': 'SECRET-HEADER' }).end('SECRET-BODY');
    const { webhook, event } = await storeWithReceiver(answer);
    await deliver(event);
    await succeeded(invoke(redeliverEvent, { ...webhook, event_id: event.id }));

    expect(await listed(webhook)).toHaveLength(2);
    expect((await allTextsOf(webhook.store_id)).join()).not.toContain('SECRET');
  });
});

test('every attempt is in the log, with its webhook, its event and the answer', async () => {
  const { webhook, event } = await storeWithReceiver(503);
  const output: string[] = [];
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => output.push(String(line)) > 0);

  await deliver(event);
  vi.restoreAllMocks();

  expect(JSON.parse(output.find((line) => line.includes('"delivery"')) ?? '{}')).toMatchObject({
    ...{ level: 'info', message: 'delivery', ...webhook, event_id: event.id },
    ...{ attempt: 1, status: 503, milliseconds: expect.any(Number) },
  });
});

describe('an attempt that cannot be recorded', () => {
  test('is not made again, and is in the log', async () => {
    const { webhook, event, received } = await storeWithReceiver();
    const output: string[] = [];
    vi.stubEnv('LOG_LEVEL', 'error');
    vi.spyOn(process.stdout, 'write').mockImplementation((line) => output.push(String(line)) > 0);

    const result = await withOnCall(dynamodb, failing(writesAttempt), () => deliver(event));
    vi.restoreAllMocks();

    expect(result).toEqual({ batchItemFailures: [] });
    expect(received).toHaveLength(1);
    expect(await listed(webhook)).toEqual([]);
    const [line] = output.filter((each) => each.includes('attempt not recorded'));
    expect(JSON.parse(String(line))).toMatchObject({
      ...{ level: 'error', message: 'attempt not recorded', ...webhook },
      made: { event_id: event.id, attempt: 1, status: 204, next_at: null },
    });
    expect(line).not.toContain('"data"');
  });

  test('delays no retry', async () => {
    const { event, webhook } = await storeWithReceiver(500);
    await withOnCall(dynamodb, failing(writesAttempt), () => redeliver({ ...webhook, event, attempt: 2 }));

    expect((await entitiesOf(webhook.store_id)).filter(({ sk }) => sk === 'DELIVERY')).toMatchObject([{ attempt: 3 }]);
  });
});

test('an attempt that has no next one, because none could be planned, is listed without a next one', async () => {
  const { webhook, event } = await storeWithReceiver(500);
  const sends = failing(({ command }) => command.startsWith('SendMessage'));

  expect(await withOnCall(sqs, sends, () => deliver(event))).toEqual({ batchItemFailures: [{ itemIdentifier: '0' }] });
  expect(await listed(webhook)).toMatchObject([{ event_id: event.id, status: 500, next_at: null }]);
});

test('an attempt is recorded even if the time of its function is short', async () => {
  const { webhook, event } = await storeWithReceiver(500);
  const message = { messageId: '0', body: JSON.stringify({ ...webhook, event, attempt: 2 }) };
  await redeliverEvents({ Records: [message as never] }, { getRemainingTimeInMillis: () => 5000 });

  expect(await listed(webhook)).toMatchObject([{ attempt: 2, next_at: expect.any(String) }]);
});

describe('a redelivery', () => {
  test('delivers the event with its id and body, and returns the status of the receiver', async () => {
    const { webhook, event, received, behaviour } = await storeWithReceiver(500);
    await deliver(event);
    behaviour.answer = 202;

    const result = await invoke(redeliverEvent, { ...webhook, event_id: event.id });
    expect(result).toEqual({ event_id: event.id, status: 202, milliseconds: expect.any(Number), message: null });
    expect(received).toHaveLength(2);
    expect(received[1]?.body).toBe(received[0]?.body);
    expect(received[1]?.headers['webhook-id']).toBe(event.id);
    const [attempt] = await listed(webhook);
    expect(attempt).toMatchObject({ event_id: event.id, attempt: 1, status: 202, message: null, next_at: null });
  });

  test('that fails is listed, is not retried, and changes nothing of its webhook', async () => {
    const { world, webhook, event, behaviour } = await storeWithReceiver();
    await deliver(event);
    const state = async () => (await succeeded(invoke(listWebhooks, { store_id: world.store.id }))).data;
    const before = await state();
    behaviour.answer = 410;

    expect(await invoke(redeliverEvent, { ...webhook, event_id: event.id })).toMatchObject({ status: 410 });
    expect(await state()).toEqual(before);
    expect(queued(event.id)).toEqual([]);
    const [attempt] = await listed(webhook);
    expect(attempt).toMatchObject({ status: 410, message: 'The receiver answered 410', next_at: null });
  });

  test('brings an event to a webhook that did not get it, from a replay too', async () => {
    const { world, webhook, event } = await storeWithReceiver();
    const later = await newWebhook(world, { url: (await startReceiver()).url, types: ['review.*'] });
    await deliver(event);
    expect(await invoke(redeliverEvent, { ...later, event_id: event.id })).toMatchObject({ status: 204 });
    const ago = (hours: number) => after(-hours * 3600);
    const { replay_id } = await succeeded(invoke(replayWebhook, { ...webhook, from: ago(2), to: ago(1) }));
    const replayed = { ...newEvent(world), created_at: ago(1.5) };
    await redeliver({ 'replay-name': replay_id, detail: replayed });

    expect(await invoke(redeliverEvent, { ...later, event_id: replayed.id })).toMatchObject({ status: 204 });
  });

  test('is possible for 30 days after the event', async () => {
    const { webhook, event, received } = await storeWithReceiver();
    await deliver(event);
    const again = () => invoke(redeliverEvent, { ...webhook, event_id: event.id });

    expect(await atTime(after(30 * day - 60), again)).toMatchObject({ status: 204 });
    expect(await atTime(after(30 * day + 60), again)).toMatchObject({ errorType: 'NOT_FOUND' });
    expect(received).toHaveLength(2);
  });

  test('of an unknown event, an event of another store, or to an unknown webhook is not found', async () => {
    const { world, webhook, event } = await storeWithReceiver();
    const elsewhere = await storeWithReceiver();
    await Promise.all([deliver(event), deliver(elsewhere.event)]);
    const missing = [
      { event_id: newEvent(world).id },
      { event_id: elsewhere.event.id },
      { event_id: event.id, webhook_id: newId('webhook') },
      { event_id: event.id, store_id: elsewhere.world.store.id },
    ];

    for (const fields of missing) {
      expect(await invoke(redeliverEvent, { ...webhook, ...fields })).toMatchObject({
        errorType: 'NOT_FOUND',
      });
    }
    expect([...(await listed(webhook)), ...(await listed(elsewhere.webhook))]).toHaveLength(2);
  });

  test('to a disabled webhook is refused', async () => {
    const { webhook, event, received } = await storeWithReceiver();
    await deliver(event);
    await succeeded(invoke(updateWebhook, { ...webhook, status: 'disabled' }));

    expect(await invoke(redeliverEvent, { ...webhook, event_id: event.id })).toEqual({
      ...{ errorType: 'INVALID_FIELD', errorMessage: 'The webhook is disabled' },
    });
    expect(received).toHaveLength(1);
  });

  test('of an id that is no event id is refused', async () => {
    const { webhook } = await storeWithReceiver();

    expect(await invoke(redeliverEvent, { ...webhook, event_id: 'ord_1' })).toEqual({
      ...{ errorType: 'INVALID_FIELD', errorMessage: 'event_id must be an event ID' },
    });
  });
});

test('an event is kept once for all webhooks, and not for a store without one that wants it', async () => {
  const { world, event } = await storeWithReceiver();
  await newWebhook(world, { url: (await startReceiver()).url });
  const unsubscribed = await newWorld();
  await deliver(event, newEvent(unsubscribed));
  const kept = async (store: string) => (await entitiesOf(store)).filter(({ sk }) => sk === 'EVENT');

  expect(await kept(world.store.id)).toHaveLength(1);
  expect(await kept(unsubscribed.store.id)).toEqual([]);
});
