/** Changes of gift cards that need no request: right before the sweep, and made by it. */
import { expect, test } from 'vitest';
import { lambdaContext } from '../../lib/gateway/proxy-event.ts';
import { commitUnitOfWork, writing } from '../../lib/once/unit-of-work.ts';
import { backgroundFunctions } from '../../lib/resources/background.ts';
import * as checkouts from '../../lib/resources/gift-cards/checkout-records.ts';
import * as contract from '../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../lib/resources/gift-cards/records.ts';
import * as storeCredits from '../../lib/resources/store-credits/records.ts';
import type { TimeLeft } from '../../lib/runtime/clock.ts';
import { chunksOf } from '../../lib/runtime/collections.ts';
import { clockSkewSeconds, toTimestamp } from '../../lib/schema/times.ts';
import { dynamodb } from '../../lib/table/client.ts';
import { dueAt } from '../../lib/table/due.ts';
import * as items from '../../lib/table/items.ts';
import type { Key } from '../../lib/table/keys.ts';
import { sweep } from '../../lib/work/sweep.ts';
import * as work from '../../lib/work/sweep-gift-cards.ts';
import { watch } from '../support/aws/aws-calls.ts';
import { type Intercepted, type Next, withOnCall } from '../support/aws/on-call.ts';
import { underNoRole, underRoleOf } from '../support/aws/permissions.ts';
import { watchingReads } from '../support/aws/reads-outside.ts';
import { isolateTables } from '../support/aws/table-contents.ts';
import { withUsualBatches } from '../support/batches.ts';
import { handlerOf } from '../support/handlers.ts';
import { call } from '../support/http/call.ts';
import { hold, lasting, lineOf, orderOf, record } from '../support/world/checkout.ts';
import { setClock } from '../support/world/clock.ts';
import { issued } from '../support/world/gift-cards.ts';
import { creditsOf } from '../support/world/store-credits.ts';
import { newWorld, succeeded, type World } from '../support/world/world.ts';

isolateTables('test');

const sweepGiftCards = () =>
  underRoleOf('sweep-gift-cards', () => watchingReads('sweep-gift-cards', () => work.sweepGiftCards()));

const inAMinute = () => toTimestamp(Date.now() + 60_000);

/** When a time has passed by every clock. */
const certainlyAfter = (time: string) => toTimestamp(Date.parse(time) + 5000);

async function cardsOf({ write: key }: World, status?: string): Promise<{ id: string }[]> {
  const { body } = await call(contract.listGiftCards, { key, query: status === undefined ? {} : { status } });
  return body.data;
}

const idsOf = async (world: World, status: string) => (await cardsOf(world, status)).map(({ id }) => id);

/** What one round handles, and that nothing is left for another. */
async function expectSwept(done: number): Promise<void> {
  expect(await sweepGiftCards()).toMatchObject({ done, failed: 0 });
  expect(await sweepGiftCards()).toMatchObject({ done: 0, failed: 0 });
}

test('cards that expire are listed right before and after they are moved', async () => {
  const world = await newWorld();
  const expires_at = inAMinute();
  const { id } = await issued(world, { value: 5000, expires_at });
  const lasting = await issued(world);
  setClock(expires_at);

  const sweepingInTime = () => {
    setClock(certainlyAfter(expires_at));
    return expectSwept(1);
  };
  for (const sweep of [async () => undefined, () => expectSwept(0), sweepingInTime]) {
    await sweep();
    expect(await idsOf(world, 'expired')).toEqual([id]);
    expect(await idsOf(world, 'active')).toEqual([lasting.id]);
  }
});

test('the expiry of a store credit is reported once, and none that was replaced before it passed', async () => {
  const world = await newWorld();
  const { create, update } = creditsOf(world, world.customers[0].id);
  const expires_at = inAMinute();
  const { id } = (await create({ expires_at })).body;
  const extended = (await create({ expires_at })).body;
  await update(extended.id, { expires_at: toTimestamp(Date.parse(expires_at) + 3_600_000) });
  const reportedExpiry = async (credit: string) => (await storeCredits.find(world.store.id, credit))?.expiry_told;

  setClock(expires_at);
  await expectSwept(0);
  setClock(certainlyAfter(expires_at));
  await expectSwept(1);

  expect([await reportedExpiry(id), await reportedExpiry(extended.id)]).toEqual([expires_at, undefined]);
});

test('a hold that lapses goes, one set again meanwhile stays', async () => {
  const world = await newWorld();
  const { id, code } = await issued(world);
  const expires_at = inAMinute();
  const holdUntil = (checkout_id: string, until: string) =>
    succeeded(hold(world, code, { checkout_id, amount: 1000, expires_at: until }));
  for (const checkout of ['lapses', 'renewed']) await holdUntil(checkout, expires_at);
  await holdUntil('renewed', lasting);
  setClock(expires_at);
  await expectSwept(0);
  expect(await checkouts.find(world.store.id, 'lapses')).toBeDefined();

  setClock(certainlyAfter(expires_at));
  await expectSwept(1);
  expect(await checkouts.find(world.store.id, 'lapses')).toBeUndefined();
  const card = await giftCards.find(world.store.id, id);
  expect(card?.holds.map(({ checkout_id }) => checkout_id)).toEqual(['renewed']);
});

test('a checkout with several cards keeps its holds until the last one expires, and then loses all holds', async () => {
  const world = await newWorld();
  const [first, second] = [await issued(world), await issued(world)];
  const [sooner, later] = [inAMinute(), toTimestamp(Date.now() + 120_000)];
  await succeeded(hold(world, first.code, { amount: 8000, expires_at: later }));
  await succeeded(hold(world, second.code, { amount: 8000, expires_at: sooner, add: true }));
  const holdsOf = async () => {
    const cards = await giftCards.findMany(world.store.id, [first.id, second.id]);
    return cards.map(({ holds }) => holds.length);
  };

  setClock(certainlyAfter(sooner));
  await expectSwept(0);
  expect(await holdsOf()).toEqual([1, 1]);

  setClock(certainlyAfter(later));
  await expectSwept(1);
  expect(await holdsOf()).toEqual([0, 0]);
  expect(await checkouts.find(world.store.id, 'checkout')).toBeUndefined();
});

test('a hold that is set again once the index has shown it stays', async () => {
  const world = await newWorld();
  const { code } = await issued(world);
  const expires_at = inAMinute();
  const holdUntil = (until: string) =>
    succeeded(hold(world, code, { checkout_id: 'renewed', amount: 1000, expires_at: until }));
  await holdUntil(expires_at);
  setClock(certainlyAfter(expires_at));
  let isRenewed = false;
  const renewing = async (_: Intercepted, next: Next) => {
    const answer = await next();
    if (isRenewed || !answer.Items?.length) return answer;
    isRenewed = true;
    await underNoRole(() => holdUntil(lasting));
    return answer;
  };

  await withOnCall(dynamodb, renewing, sweepGiftCards);

  expect(await checkouts.find(world.store.id, 'renewed')).toMatchObject({ expires_at: lasting });
});

test('cards that a paid order still owes are issued where the function that recorded it has died', async () => {
  const world = await newWorld();
  const lines = [lineOf(world.products[2], { quantity: 3, unit_price: 1500 })];
  const { result } = await watch(
    () => record(world, orderOf(world, { lines })),
    (_, command) => (command.startsWith('SendMessage') ? 'before' : undefined),
  );
  expect(result).toMatchObject({ errorType: 'INTERNAL_ERROR' });
  expect(await cardsOf(world)).toEqual([]);
  setClock(certainlyAfter(inAMinute()));

  await expectSwept(1);
  expect(await cardsOf(world)).toMatchObject([{ balance: 1500 }, { balance: 1500 }, { balance: 1500 }]);
});

/** Items that are due. */
async function makeDue(due: readonly Key[]): Promise<void> {
  for (const portion of chunksOf(due, 100)) {
    await commitUnitOfWork(
      writing(portion.map((key) => items.create(key, dueAt('OBJECTS', '2026-01-01T00:00:00Z', key)))),
    );
  }
}

/** Time for so many things more, and none after that. */
function forSo(many: number, seen: readonly unknown[]): TimeLeft {
  const enough = seen.length + many;
  return { getRemainingTimeInMillis: () => (seen.length < enough ? 60_000 : 0) };
}

test('a repeated failure keeps no other item from its turn, and a round continues where the last one stopped', async () => {
  withUsualBatches();
  const seen: string[] = [];
  await makeDue(Array.from({ length: 1000 }, (_, n) => ({ pk: `sto_1#THING#${n}`, sk: 'THING' })));
  const failing = async ({ pk }: { pk: string }) => {
    seen.push(pk);
    throw new Error('broken');
  };
  const round = () => sweep('OBJECTS', failing, { time: forSo(400, seen) });
  expect(await round()).toMatchObject({ done: 0, failed: 400 });
  expect(new Set(seen).size).toBe(400);
  await round();
  await round();
  expect(new Set(seen).size).toBe(1000);
});

test('a round handles an item once, however many pages another shard takes', async () => {
  withUsualBatches();
  const keyAt = (n: number) => ({ pk: `sto_1#THING#${n}`, sk: 'THING' });
  const shardOf = (n: number) => dueAt('OBJECTS', '2026-01-01T00:00:00Z', keyAt(n)).due_pk;
  const numbers = Array.from({ length: 5000 }, (_, n) => n);
  // One part of three pages, and one of a single thing.
  const [first] = numbers.map(shardOf);
  const chosen = [
    ...numbers.filter((n) => shardOf(n) === first).slice(0, 250),
    ...numbers.filter((n) => shardOf(n) !== first).slice(0, 1),
  ];
  await makeDue(chosen.map(keyAt));
  const seen: string[] = [];
  await sweep('OBJECTS', async ({ pk }) => seen.push(pk));
  expect(seen).toHaveLength(251);
  expect(new Set(seen).size).toBe(251);
});

const declared = backgroundFunctions.flatMap(({ name, trigger }) =>
  'everyMinutes' in trigger ? [[name, trigger.shards ?? 1] as const] : [],
);

test.each(declared)(
  'the calls of %s, %i at once, see to everything together, and to each thing once',
  async (_, shards) => {
    const due = Array.from({ length: 64 }, (_, n) => ({ pk: `sto_1#THING#${n}`, sk: 'THING' }));
    await makeDue(due);
    const seen: string[] = [];
    const call = (shard: number) => sweep('OBJECTS', async ({ pk }) => seen.push(pk), { of: { shard, shards } });
    await Promise.all(Array.from({ length: shards }, (_, shard) => call(shard)));
    expect(seen.toSorted()).toEqual(due.map(({ pk }) => pk).toSorted());
  },
);

test.each(declared)(
  'the calls of %s, %i at once, divide what it reads among them, and read nothing when the time is short',
  async (name, shards) => {
    const handler = await handlerOf({ name });
    const partsRead = async (event: object, milliseconds = 60_000): Promise<string[]> => {
      const read: string[] = [];
      const noting = (call: Intercepted, next: Next) => {
        if (call.input.IndexName === 'due') read.push(call.input.ExpressionAttributeValues[':partition']);
        return next();
      };
      await withOnCall(dynamodb, noting, async () => handler(event, lambdaContext(name, milliseconds)));
      return read;
    };

    const all = await partsRead({});
    const shares: string[][] = [];
    for (let shard = 0; shard < shards; shard += 1) shares.push(await partsRead({ shard, shards }));

    expect(shares.map(({ length }) => length)).toEqual(shares.map(() => all.length / shards));
    expect(shares.flat().toSorted()).toEqual(all.toSorted());
    expect(await partsRead({}, 0)).toEqual([]);
  },
);

test('a round reports how long the oldest thing has been due, and if nothing is due', async () => {
  const round = () => sweep('OBJECTS', async () => undefined);
  expect((await round()).overdue_seconds).toBe(0);
  await makeDue([{ pk: 'sto_1#THING#1', sk: 'THING' }]);
  setClock('2026-01-01T01:00:00Z');
  expect((await round()).overdue_seconds).toBe(3600 - clockSkewSeconds);
});

test('a part that cannot be read keeps its place', async () => {
  withUsualBatches();
  await makeDue(Array.from({ length: 1000 }, (_, n) => ({ pk: `sto_1#THING#${n}`, sk: 'THING' })));
  const seen: string[] = [];
  const round = () => sweep('OBJECTS', async ({ pk }) => seen.push(pk), { time: forSo(400, seen) });
  await round();
  // Of the calls of the second round only the read of the places comes through; of the third, all.
  await watch(round, (_, command) => (command.startsWith('Query') ? 'before' : undefined));
  expect(seen).toHaveLength(400);
  await round();
  expect(new Set(seen).size).toBe(800);
});
