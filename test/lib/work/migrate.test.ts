import { afterEach, expect, test, vi } from 'vitest';
import { type Commit, commitUnitOfWork } from '../../../lib/once/unit-of-work.ts';
import { backgroundFunctions } from '../../../lib/resources/background.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { issueGiftCard, listGiftCards } from '../../../lib/resources/gift-cards/operations.ts';
import { getOrder, payOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { itemMigrations, reviewsByStars } from '../../../lib/resources/reviews/migration-records.ts';
import { listMigrations } from '../../../lib/resources/stores/functions.ts';
import type { MigrationState } from '../../../lib/resources/stores/migration-fields.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { storeTable } from '../../../lib/table/client.ts';
import type { StoredItem } from '../../../lib/table/items.ts';
import { type Key, keys } from '../../../lib/table/keys.ts';
import { migrate, migrationStates, migrations } from '../../../lib/work/migrate.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { changeItem, deleteItem, putItem } from '../../support/aws/changed-items.ts';
import { entitiesOf, isolateTables, itemsOf } from '../../support/aws/table-contents.ts';
import { withUsualBatches } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { keptInTables, tracesOf } from '../../support/traces.ts';
import { orderOf, record } from '../../support/world/checkout.ts';
import { holdCredit, newCredits } from '../../support/world/credit-checkout.ts';
import { friend, newPerson, words } from '../../support/world/person.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';

const resumeMigrations = await handlerOf({ name: 'go-on-with-migrations' });

isolateTables('test');

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A gift card without what cards have since 0.2.0. */
async function olderCard(): Promise<Key> {
  const { store, write: key } = await newWorld();
  const { body } = await call(issueGiftCard, { key, body: { value: 500 } });
  const { pk, sk } = keys.giftCard(store.id, body.id);
  await changeItem({ pk, sk }, 'REMOVE last_entry');
  return { pk, sk };
}

/** Runs rounds of the schedule until every migration has ended. Items that cannot be changed fail a round. */
async function runToTheEnd(event: object = {}): Promise<MigrationState[]> {
  await resumeMigrations(event).catch(() => undefined);
  const states = await migrationStates();
  return states.every(({ done_at }) => done_at !== null) ? states : runToTheEnd();
}

const isDone = async () => (await succeeded(invoke(listMigrations, {}))).done;

test('a review that is gone since the migration read it is left as it is', async () => {
  const { store } = await newWorld();
  const gone = { ...keys.review(store.id, 'rev_gone'), id: 'rev_gone' };
  const writes = [...itemMigrations, ...reviewsByStars].map((each) => each.writes(store.id, gone, timestampNow()));

  expect(await Promise.all(writes)).toEqual(writes.map(() => []));
});

/** How many migrations the alarm counts after a round. */
async function due(): Promise<number> {
  const lines = linesLogged();
  await resumeMigrations({});
  return Number(lines.find(({ message }) => message === 'round')?.migrations_due ?? 0);
}

/** What is logged from now on. */
function linesLogged(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  vi.stubEnv('LOG_LEVEL', 'info');
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0);
  return lines;
}

/** Gift cards that no migration can change: their ledgers lack the last entry. */
async function brokenCards(count: number): Promise<Key[]> {
  const cards = await Promise.all(Array.from({ length: count }, olderCard));
  const entries = (await itemsOf(storeTable())).filter(
    ({ pk, sk }) => sk.startsWith('TRANSACTION#') && cards.some((card) => card.pk === pk),
  );
  await Promise.all(entries.map(({ pk, sk }) => deleteItem({ pk, sk })));
  return cards;
}

test('a migration ends without the items that it cannot change and lists them, and later ones continue', async () => {
  const lines = linesLogged();
  const [broken] = await brokenCards(1);
  await olderCard();

  const states = await runToTheEnd();

  expect(states[0]).toMatchObject({ changed: 1, failed: 1, failures: [broken], accepted: 0 });
  expect(states.map(({ done_at }) => done_at)).toEqual(states.map(() => expect.any(String)));
  expect(lines).toContainEqual(expect.objectContaining({ message: 'migration failed', ...broken }));
  expect([await isDone(), await due()]).toEqual([false, 1]);
});

test('a migration lists 20 of the items that it cannot change, and counts all', { tags: 'long' }, async () => {
  await brokenCards(22);

  const [first] = await runToTheEnd();

  expect(first).toMatchObject({ failed: 22, failures: { length: 20 } });
});

test('items that cannot be changed are no longer due once an operator accepts them, also when the migration runs again', {
  tags: 'long',
}, async () => {
  const [broken] = await brokenCards(1);
  const [{ name = '' } = {}] = await runToTheEnd();
  await expect(resumeMigrations({ accept: 'unknown' })).rejects.toThrow('There is no migration unknown');

  await resumeMigrations({ accept: name });
  expect([await isDone(), await due()]).toEqual([true, 0]);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  expect((await runToTheEnd())[0]).toMatchObject({ failed: 1, failures: [broken], accepted: 1 });
  expect([await isDone(), await due()]).toEqual([true, 0]);
  await brokenCards(1);
  expect((await runToTheEnd({ again: [name] }))[0]).toMatchObject({ failed: 2, accepted: 0 });
  expect(await isDone()).toBe(false);
});

test('a migration that has not ended cannot be accepted', async () => {
  await expect(resumeMigrations({ accept: 'divided-lists' })).rejects.toThrow('divided-lists has not ended');
});

test('a migration that failed in a release before 0.3.0 starts again', { tags: 'long' }, async () => {
  await olderCard();
  const [{ name = '' } = {}] = await migrationStates();
  const record = { ...keys.migration(name), read: 7, changed: 0, failed: 1, done_at: null };
  await putItem(record);

  expect((await runToTheEnd())[0]).toMatchObject({ changed: 1, failed: 0, failures: [], accepted: 0 });
  expect(await isDone()).toBe(true);
});

test('an item that could not be changed is changed when the migration restarts', async () => {
  withUsualBatches();
  await olderCard();
  let isBroken = true;
  const commit: Commit = (step) =>
    commitUnitOfWork({
      ...step,
      async decide(asked) {
        const decision = await step.decide(asked);
        if (!isBroken || !decision.writes.some(({ Put }) => Put?.Item?.sk === 'GIFTCARD')) return decision;
        isBroken = false;
        throw new Error('The table is gone');
      },
    });
  expect(await migrate({ commit })).toMatchObject({ failed: 1 });
  const [{ name = '' } = {}] = await migrationStates();

  expect((await runToTheEnd({ again: [name] }))[0]).toMatchObject({ changed: 1, failed: 0, failures: [] });
  expect(await isDone()).toBe(true);
});

const { trigger } = backgroundFunctions.find(({ name }) => name === 'go-on-with-migrations') ?? {};
const shards = (trigger && 'everyMinutes' in trigger && trigger.shards) || 1;
const allShards = Array.from({ length: shards }, (_, shard) => ({ shard, shards }));

test('the calls that the schedule makes at once see each item once in a pass, and together all of them', {
  tags: 'long',
}, async () => {
  await Promise.all(Array.from({ length: 30 }, olderCard));
  const items = (await itemsOf(storeTable())).length;

  for (let rounds = 0; rounds < 2 * releases.size && !(await isDone()); rounds += 1)
    await Promise.all(allShards.map((of) => resumeMigrations(of)));

  const states = await migrationStates();
  expect(states[0]).toMatchObject({ changed: 30, failed: 0 });
  const isOfLast = ({ name }: { name?: string }) =>
    migrations.find((each) => each.name === name)?.release === migrations.at(-1)?.release;
  expect(states.filter((state) => !isOfLast(state)).map(({ read }) => read)).toEqual(
    states.filter((state) => !isOfLast(state)).map(() => items),
  );
  // The last pass creates items, and reads some of them.
  const [least, most] = [items, (await itemsOf(storeTable())).length];
  const readAtLast = states.filter(isOfLast).map(({ read = 0 }) => read);
  expect(readAtLast.filter((read) => read < least || read > most)).toEqual([]);
  expect(readAtLast.length).toBeGreaterThan(0);
  expect(await isDone()).toBe(true);
});

const releases = new Set(migrations.map(({ release }) => release));

test('the migrations of a release go through the table together', async () => {
  withUsualBatches();
  await olderCard();
  const { calls } = await watch(() => resumeMigrations({}));

  expect(await isDone()).toBe(true);
  expect(calls.filter(({ command }) => command.startsWith('Scan'))).toHaveLength(16 * releases.size);
});

test('a pass that is asked for again begins again', { tags: 'long' }, async () => {
  await runToTheEnd();
  const names = migrations.map(({ name }) => name);
  await resumeMigrations({ again: names }, { getRemainingTimeInMillis: () => 0 });
  await migrate({ pagesAtMost: 12 });
  await Promise.all(Array.from({ length: 12 }, olderCard));

  await resumeMigrations({ again: names }, { getRemainingTimeInMillis: () => 0 });

  expect((await runToTheEnd())[0]).toMatchObject({ changed: 12 });
});

test('items that the last release wrote afterwards are migrated when the operator starts again', {
  tags: 'long',
}, async () => {
  await runToTheEnd();
  const read = async () => (await migrationStates())[0];
  const before = await read();
  await olderCard();

  await resumeMigrations();
  expect(await read()).toEqual(before);

  await runToTheEnd({ again: migrations.map(({ name }) => name) });
  expect(await read()).toMatchObject({ changed: 1, failed: 0 });
});

/** Deletes a customer as releases before 0.2.0 did, which left orders and gift cards as they were. */
async function deletedLongAgo({ withLinks = false, ofCards = {} } = {}): Promise<void> {
  const { world, ada } = await newPerson();
  const { store } = world;
  const isLeft = ({ sk }: { sk: string }) =>
    sk === 'ORDER' || sk === 'GIFTCARD' || sk.startsWith('TRANSACTION#') || (withLinks && sk.startsWith('CARD#'));
  const left = (await entitiesOf(store.id)).filter(isLeft);
  await succeeded(invoke(deleteCustomer, { store_id: store.id, customer_id: ada.id }));
  await Promise.all(left.map((item) => putItem({ ...item, ...(item.sk === 'GIFTCARD' && ofCards) })));
}

test.each([
  ['of a customer', {}],
  ['without a recipient, of a customer', { ofCards: { recipient_email: null, message: null, note: null } }],
  ['that an earlier migration listed with its order', { withLinks: true }],
])('a gift card %s who was deleted before 0.2.0 forgets them', { tags: 'long' }, async (_, how) => {
  await deletedLongAgo(how);
  expect(tracesOf([...words, friend], await keptInTables())).not.toEqual([]);

  while ((await migrationStates()).some(({ done_at }) => done_at === null)) await migrate();

  expect(tracesOf(words, await keptInTables())).toEqual([]);
});

test('a gift card that was issued after its order was forgotten keeps its recipient', { tags: 'long' }, async () => {
  const { world, ada, pending } = await newPerson();
  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: ada.id }));
  await succeeded(invoke(payOrder, { store_id: world.store.id, order_id: pending.id }));
  const before = await call(listGiftCards, { key: world.read, query: { limit: 100 } });

  while ((await migrationStates()).some(({ done_at }) => done_at === null)) await migrate();

  const after = await call(listGiftCards, { key: world.read, query: { limit: 100 } });
  expect(after.body.data).toEqual(before.body.data);
  expect(JSON.stringify(after.body.data)).toContain(friend);
});

/** Makes an item look as releases before 0.5.0 left it; undefined if they had none. */
function before040(item: StoredItem): StoredItem | undefined {
  const { pk, sk } = item;
  const { feed_pk: _feed_pk, feed_sk: _feed_sk, ...unlisted } = item;
  const { order_id: _order_id, customer_id: _customer_id, ...unbought } = item;
  const { created_at: _created_at, ...untimed } = item;
  if (pk.includes('#ORDERS#')) return unlisted;
  if (sk === 'GIFTCARD') return unbought;
  if (sk === 'REFUND') return untimed;
  return sk.startsWith('REFUND#') || (sk.startsWith('CARD#') && item.isForgotten) ? undefined : item;
}

test('refunds and gift cards of orders from before 0.5.0 are shown with them, also of a deleted customer', async () => {
  const { world, ada, paid, payment } = await newPerson();
  const store_id = world.store.id;
  const shownOf = (order_id: string) => succeeded(invoke(getOrder, { store_id, order_id }));
  const { id: other } = await succeeded(record(world, orderOf(world)));
  for (const [order_id, amount] of [
    [paid.id, 100],
    [other, 200],
    [other, 300],
  ] as const) {
    await succeeded(invoke(refundOrder, { store_id, order_id, refund_id: `${order_id} ${amount}`, amount }));
  }
  await succeeded(invoke(deleteCustomer, { store_id, customer_id: ada.id }));
  const shown = await Promise.all([paid.id, other].map(shownOf));
  const all = await entitiesOf(store_id);
  await Promise.all(
    all.map(async (item) => {
      const Item = before040({ ...item, ...(item.pk.endsWith(paid.id) && { isForgotten: true }) });
      const { pk, sk } = item;
      if (Item) await putItem(Item);
      else await deleteItem({ pk, sk });
    }),
  );
  expect((await shownOf(paid.id)).gift_cards).toEqual([]);

  await runToTheEnd();

  const timeless = shown.map((order) => ({
    ...order,
    refunds: expect.arrayContaining(order.refunds.map((refund) => ({ ...refund, created_at: null }))),
  }));
  expect(await Promise.all([paid.id, other].map(shownOf))).toEqual(timeless);
  const bought = { order_id: paid.id, customer_id: ada.id };
  const kept = await entitiesOf(store_id);
  const cards = kept.filter(({ sk }) => sk === 'GIFTCARD');
  expect(cards.filter(({ id }) => id !== payment.id)).toEqual(
    cards.slice(1).map(() => expect.objectContaining(bought)),
  );
  const listed = (items: readonly StoredItem[]) => items.filter(({ pk }) => pk.includes('#ORDERS#'));
  expect(listed(kept)).toEqual(listed(all));
  expect(listed(kept)).toHaveLength(1);
});

test('no migration takes the ledger of a store credit for that of a gift card, and the customer can be deleted', {
  tags: 'long',
}, async () => {
  const { world } = await newCredits(3000);
  await succeeded(holdCredit(world));
  const order = orderOf(world, { checkout_id: 'checkout' });
  await succeeded(record(world, order));
  const about = { store_id: world.store.id, order_id: order.id };
  await succeeded(invoke(refundOrder, { ...about, refund_id: 'one', amount: 100, to: 'store_credit' }));
  const before = await itemsOf(storeTable());

  const states = await runToTheEnd({ again: migrations.map(({ name }) => name) });

  const kept = (items: readonly StoredItem[]) => items.filter(({ pk }) => pk.startsWith(world.store.id));
  expect(states.map(({ failed }) => failed)).toEqual(states.map(() => 0));
  expect(kept(await itemsOf(storeTable()))).toEqual(kept(before));
  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: world.customers[0].id }));
});
