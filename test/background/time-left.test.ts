/** Work in the background ends in its time, however much there is: the rest is queued again, or is left to the next round. */

import { setTimeout } from 'node:timers/promises';
import type { SQSBatchResponse } from 'aws-lambda';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queueFunction } from '../../lib/chain/background.ts';
import { commitUnitOfWork, writing } from '../../lib/once/unit-of-work.ts';
import { queueWork, type WaitlistWork } from '../../lib/queue/send.ts';
import { chunksOf } from '../../lib/runtime/collections.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { limits } from '../../lib/schema/limits.ts';
import { dueAt } from '../../lib/table/due.ts';
import * as items from '../../lib/table/items.ts';
import { keys } from '../../lib/table/keys.ts';
import { notifyShoppers } from '../../lib/work/notify-shoppers.ts';
import { sweep } from '../../lib/work/sweep.ts';
import { watch } from '../support/aws/aws-calls.ts';
import { invocationOf } from '../support/aws/invocation-time.ts';
import { batchOf, mailsSent, queuedMails, queuedWork } from '../support/aws/queued-messages.ts';
import { isolateTables } from '../support/aws/table-contents.ts';
import { resize, withUsualBatches } from '../support/batches.ts';
import { handlerOf } from '../support/handlers.ts';
import { setClock } from '../support/world/clock.ts';
import { count, join, restock } from '../support/world/restocks.ts';
import { importProducts } from '../support/world/waitlist.ts';
import { newVariant, newWorld, type World } from '../support/world/world.ts';

isolateTables('test');

const workOnWaitlist = await handlerOf({ name: 'work-on-waitlist' });
const sendMail = await handlerOf({ name: 'send-restock-mail' });

const batchSize = 10;

/** After so many deliveries that fail, a message ends in the dead letters. */
const deliveriesAtMost = 5;

const shoppers = (size: number): string[] =>
  Array.from({ length: size }, (_, n) => `${newId('customer')}-${n}@example.com`);

async function joinAll(world: World, emails: readonly string[]): Promise<void> {
  for (const portion of chunksOf(emails, 8)) await Promise.all(portion.map((email) => join(world, email)));
}

const deletesOf = (transacted: readonly object[]): number => transacted.filter((item) => 'Delete' in item).length;

/** Delivers what has been queued from a place on, and what that queues, as SQS does: what fails five times ends in the dead letters. */
async function workOff(begin: number, work: (bodies: string[]) => Promise<SQSBatchResponse | undefined>) {
  const deliveries: number[] = [];
  const deadLetters: number[] = [];
  const queue: number[] = [];
  let batches = 0;
  for (let known = begin; queue.length > 0 || known < queuedWork.length; batches += 1) {
    for (; known < queuedWork.length; known += 1) queue.push(known);
    const batch = queue.splice(0, batchSize);
    for (const message of batch) deliveries[message] = (deliveries[message] ?? 0) + 1;
    // A function that died has answered nothing.
    const answer = await work(batch.map((message) => queuedWork[message] ?? ''));
    const failed = answer?.batchItemFailures.map(({ itemIdentifier }) => batch[Number(itemIdentifier)] ?? 0) ?? batch;
    const again = (message: number) => (deliveries[message] ?? 0) < deliveriesAtMost;
    queue.push(...failed.filter(again));
    deadLetters.push(...failed.filter((message) => !again(message)));
  }
  return { deadLetters, failures: deliveries.filter((times) => times > 1).length, batches };
}

/** How many of these have how many emails. */
async function mailsOf(emails: readonly string[]): Promise<Map<number, number>> {
  const arrived = new Map<string, number>();
  for (const { destination } of await mailsSent()) {
    for (const to of destination.to) arrived.set(to, (arrived.get(to) ?? 0) + 1);
  }
  const byMails = Map.groupBy(emails, (email) => arrived.get(email) ?? 0);
  return new Map([...byMails].map(([mails, having]) => [mails, having.length]));
}

test('a restock of 100,000 shoppers ends in time, each of them is mailed once, and nothing ends in the dead letters', {
  tags: 'long',
}, async () => {
  onTestFinished(resize((name) => (name === 'waitlistEntries' ? 1 : undefined)));
  // Each stands for 625: a function has 0.29 of a processor, and a shopper takes 0.55 ms of it.
  const emails = shoppers(160);
  const secondsEach = ((100_000 / emails.length) * 0.55) / 0.29 / 1000;
  const world = await newWorld();
  await joinAll(world, emails);
  const earlierMessages = queuedWork.length;
  await restock(world, 'large');
  const worker = queueFunction<WaitlistWork>(
    'work-on-waitlist',
    async ({ message, commit }) => {
      if (message.work === 'notify') return notifyShoppers(commit, message);
      expect(await workOnWaitlist(batchOf([JSON.stringify(message)]))).toEqual({ batchItemFailures: [] });
    },
    { queueAgain: (message) => queueWork([message]) },
  );
  const costOf = (transacted: readonly object[]) => deletesOf(transacted) * secondsEach;

  const { deadLetters, failures, batches } = await workOff(earlierMessages, async (bodies) => {
    const invocation = { seconds: limits.functionSeconds, costOf };
    return (await invocationOf(invocation, (context) => worker(batchOf(bodies), context))).answer;
  });

  expect([deadLetters, failures]).toEqual([[], 0]);
  expect(await count(world)).toBe(0);
  // All of it takes three times as long as one function has.
  expect(emails.length * secondsEach).toBeGreaterThan(3 * limits.functionSeconds);
  expect(batches).toBeGreaterThan(4);
  const mails = queuedMails.filter((body) => body.includes(world.store.id));
  // By then the emails of a batch that lost its commit, and was made again, are dropped.
  setClock(new Date(Date.now() + 300_000).toISOString());
  for (const portion of chunksOf(mails, batchSize)) {
    expect(await sendMail(batchOf(portion))).toEqual({ batchItemFailures: [] });
  }
  expect(await mailsOf(emails)).toEqual(new Map([[1, emails.length]]));
});

const workOf = ({ store }: World, from = 0) => queuedWork.slice(from).filter((body) => body.includes(store.id));

test.each([
  // Its time is short from the beginning.
  ['the notification of a restock', 14, (world: World) => restock(world, 'one')],
  [
    'the end of a waitlist whose variant is gone',
    16,
    (world: World) => importProducts(world, { ...world.products[0], variants: [newVariant('Another')] }),
  ],
])('%s goes a commit at a time where there is time for one, and ends', { tags: 'long' }, async (_, seconds, begin) => {
  const world = await newWorld();
  await joinAll(world, shoppers(60));
  await begin(world);
  let todo = [...new Set(workOf(world))].filter((body) => !body.includes('reconcile'));

  const commitsOf: number[] = [];
  while (todo.length > 0) {
    const [next = '', ...rest] = todo;
    const from = queuedWork.length;
    const { answer, commits } = await invocationOf({ seconds, costOf: () => 2 }, (context) =>
      workOnWaitlist(batchOf([next]), context),
    );
    expect(answer).toEqual({ batchItemFailures: [] });
    commitsOf.push(commits);
    expect(commitsOf.length, 'it ends').not.toBe(100);
    todo = [...rest, ...workOf(world, from).filter((body) => !body.includes('reconcile'))];
  }

  expect(Math.max(...commitsOf)).toBe(1);
  expect(await count(world)).toBe(0);
});

test('a message about very many variants that are gone is divided', async () => {
  withUsualBatches();
  const world = await newWorld();
  const [product] = world.products;
  const gone = Array.from({ length: 250 }, () => newId('variant'));
  const drop = { work: 'drop', store_id: world.store.id, product_id: product.id, variant_ids: gone };
  const from = queuedWork.length;

  expect(await workOnWaitlist(batchOf([JSON.stringify(drop)]))).toEqual({ batchItemFailures: [] });

  const portions = queuedWork.slice(from).map((body) => JSON.parse(body));
  expect(portions.flatMap(({ variant_ids }) => variant_ids)).toEqual(gone);
  expect(portions).toHaveLength(10);
});

test('a round that gets short of time leaves the rest to the next, and every part comes equally far', {
  tags: 'long',
}, async () => {
  const keysOf = Array.from({ length: 800 }, (_, n) => ({ pk: `sto_1#THING#${n}`, sk: 'THING' }));
  const due = '2026-01-01T00:00:00Z';
  for (const portion of chunksOf(keysOf, 100)) {
    await commitUnitOfWork(writing(portion.map((key) => items.create(key, dueAt('OBJECTS', due, key)))));
  }
  const shardOf = (key: (typeof keysOf)[number]) => dueAt('OBJECTS', due, key).due_pk;
  const seen: (typeof keysOf)[number][] = [];
  const roundOf = async (most: number) => {
    let left = most;
    const time = { getRemainingTimeInMillis: () => (left > 0 ? 60_000 : 14_000) };
    const see = async (key: (typeof keysOf)[number]) => {
      left -= 1;
      seen.push(key);
    };
    return sweep('OBJECTS', see, { time });
  };

  expect(await roundOf(80)).toMatchObject({ done: 80, failed: 0 });
  expect(new Set(seen.map(shardOf)).size).toBe(16);
  // Nothing of it is done with, so a finished shard starts again while others continue.
  for (let rounds = 0; rounds < 15; rounds += 1) await roundOf(80);
  expect(new Set(seen.map(({ pk }) => pk)).size).toBe(keysOf.length);
});

test.each([
  ['sweep-uploads', 'OBJECTS'],
  ['sweep-gift-cards', 'DAYS'],
  ['sweep-deliveries', 'DELIVERIES'],
] as const)('%s keeps its places where more is due than a round sees to', async (name, kind) => {
  onTestFinished(resize((batch) => (batch === 'dueItems' ? 1 : undefined)));
  const things = Array.from({ length: 300 }, (_, n) => ({ pk: `sto_1#THING#${n}`, sk: 'THING' }));
  for (const portion of chunksOf(things, 100)) {
    const due = (key: (typeof things)[number]) => dueAt(kind, '2026-01-01T00:00:00Z', key);
    await commitUnitOfWork(writing(portion.map((key) => items.create(key, due(key)))));
  }
  const round = await handlerOf({ name });

  let asked = 0;
  const time = { getRemainingTimeInMillis: () => (asked++ < 12 ? 60_000 : 0) };
  // These items are not real ones: each may fail.
  await Promise.allSettled([round({}, time)]);

  const { places = {} } = (await items.find<{ places: object }>(keys.sweepCursors(kind), items.rawItem)) ?? {};
  expect(Object.keys(places)).not.toEqual([]);
});

test('a round that finds nothing due writes nothing', async () => {
  const { calls } = await watch(() => sweep('OBJECTS', async () => undefined));

  expect([...new Set(calls.map(({ command }) => command))].toSorted()).toEqual(['BatchGetItemCommand', 'QueryCommand']);
});

test('a message with endless work fails shortly before its function is killed, and no other of its batch', async () => {
  const worker = queueFunction<string>('hanging', ({ message }) =>
    message === 'hangs' ? new Promise(() => undefined) : Promise.resolve(),
  );
  const time = { getRemainingTimeInMillis: () => 3100 };

  expect(await worker(batchOf(['"ends"', '"hangs"', '"ends"']), time)).toEqual({
    batchItemFailures: [{ itemIdentifier: '1' }],
  });
});

test('messages with no time left are queued again', async () => {
  const again: string[] = [];
  const startedMessages: string[] = [];
  const elapsed = vi.spyOn(performance, 'now').mockReturnValue(0);
  const worker = queueFunction<string>(
    'slow',
    async ({ message }) => {
      startedMessages.push(message);
      await setTimeout(10);
      elapsed.mockReturnValue(20_001);
    },
    { laneOf: (message) => message.slice(0, 1), queueAgain: async (message) => again.push(message) },
  );
  const messages = ['b0', ...Array.from({ length: 12 }, (_, index) => `a${index}`)];

  expect(await worker(batchOf(messages.map((each) => JSON.stringify(each))))).toEqual({ batchItemFailures: [] });
  expect([startedMessages.length, again]).toEqual([11, ['a10', 'a11']]);
});
