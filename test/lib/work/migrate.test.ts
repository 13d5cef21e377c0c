import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { handler as goOnWithMigrations } from '../../../functions/background/go-on-with-migrations.ts';
import { type Commit, commitUnitOfWork } from '../../../lib/once/unit-of-work.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { issueGiftCard, listGiftCards } from '../../../lib/resources/gift-cards/operations.ts';
import { payOrder } from '../../../lib/resources/orders/functions.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { migrate, migrationStates } from '../../../lib/work/migrate.ts';
import { useOwnTables } from '../../support/aws/own-tables.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { keptInTables, tracesOf } from '../../support/traces.ts';
import { friend, newPerson, words } from '../../support/world/person.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';

useOwnTables('test');

/** A gift card without what cards have since 0.2.0. */
async function olderCard(): Promise<void> {
  const { store, write: key } = await newWorld();
  const { body } = await call(issueGiftCard, { key, body: { value: 500 } });
  const { pk, sk } = keys.giftCard(store.id, body.id);
  await dynamodb.send(
    new UpdateCommand({ TableName: storeTable(), Key: { pk, sk }, UpdateExpression: 'REMOVE last_entry' }),
  );
}

test('an item that cannot be changed is reported, and the migration starts again until it can', async () => {
  await olderCard();
  let isBroken = true;
  const commit: Commit = async (step) => {
    if (isBroken) {
      isBroken = false;
      throw new Error('The table is gone');
    }
    return commitUnitOfWork(step);
  };

  const first = await migrate({ commit });
  const [afterFirst] = await migrationStates();
  const second = await migrate();
  const [afterSecond] = await migrationStates();

  expect([first, second]).toEqual([
    { done: 0, failed: 1 },
    { done: 1, failed: 0 },
  ]);
  expect(afterFirst).toMatchObject({ changed: 0, failed: 1, done_at: null });
  expect(afterSecond).toMatchObject({ changed: 1, failed: 0, done_at: expect.any(String) });
  expect(await migrate()).toEqual({ done: 0, failed: 0 });
});

test('what the last release wrote after all was done is migrated when the operator begins again', async () => {
  const isDone = async () => (await migrationStates()).every(({ done_at }) => done_at !== null);
  while (!(await isDone())) await goOnWithMigrations();
  const read = async () => (await migrationStates())[0];
  const before = await read();
  await olderCard();

  await goOnWithMigrations();
  expect(await read()).toEqual(before);

  await goOnWithMigrations({ again: true });
  while (!(await isDone())) await goOnWithMigrations();
  expect(await read()).toMatchObject({ changed: 1, failed: 0 });
});

/** Deletes a customer as releases before 0.2.0 did, which left orders and gift cards as they were. */
async function deletedLongAgo({ withLinks = false } = {}): Promise<void> {
  const { world, ada } = await newPerson();
  const { store } = world;
  const isLeft = ({ sk }: { sk: string }) =>
    sk === 'ORDER' || sk === 'GIFTCARD' || sk.startsWith('TRANSACTION#') || (withLinks && sk.startsWith('CARD#'));
  const left = (await entitiesOf(store.id)).filter(isLeft);
  await succeeded(invoke(deleteCustomer, { store_id: store.id, customer_id: ada.id }));
  await Promise.all(left.map((Item) => dynamodb.send(new PutCommand({ TableName: storeTable(), Item }) as never)));
}

test.each([
  ['of a customer', {}],
  ['that an earlier migration listed with its order', { withLinks: true }],
])('a gift card %s who was deleted before 0.2.0 forgets them', async (_, how) => {
  await deletedLongAgo(how);
  expect(tracesOf([...words, friend], await keptInTables())).not.toEqual([]);

  while ((await migrationStates()).some(({ done_at }) => done_at === null)) await migrate();

  expect(tracesOf(words, await keptInTables())).toEqual([]);
});

test('a gift card that was issued after its order was forgotten keeps whom it was sent to', async () => {
  const { world, ada, pending } = await newPerson();
  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: ada.id }));
  await succeeded(invoke(payOrder, { store_id: world.store.id, order_id: pending.id }));
  const before = await call(listGiftCards, { key: world.read, query: { limit: 100 } });

  while ((await migrationStates()).some(({ done_at }) => done_at === null)) await migrate();

  const after = await call(listGiftCards, { key: world.read, query: { limit: 100 } });
  expect(after.body.data).toEqual(before.body.data);
  expect(JSON.stringify(after.body.data)).toContain(friend);
});
