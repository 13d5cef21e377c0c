import { expect, test } from 'vitest';
import { restockVariant } from '../../../lib/resources/waitlist/functions.ts';
import { createRestock } from '../../../lib/resources/waitlist/operations.ts';
import { queuedWork } from '../../support/aws/queued-messages.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { join } from '../../support/world/waitlist.ts';
import { newKey, newWorld, succeeded, type World } from '../../support/world/world.ts';

const pathOf = ({ products: [{ id: product_id, variants }] }: World) => ({
  product_id,
  variant_id: variants[0]?.id ?? '',
});

const restock = (world: World, body: object | undefined, idempotencyKey: string, key = world.write) =>
  call(createRestock, { path: pathOf(world), body, key, idempotencyKey });

const workOf = ({ store }: World) =>
  queuedWork.map((text) => JSON.parse(text)).filter(({ store_id }: { store_id: string }) => store_id === store.id);

test('200 with the number of shoppers to notify, at most notify_at_most, and each notification is queued under one restock', async () => {
  const world = await newWorld();
  for (const email of ['ada@example.com', 'grace@example.com']) await join(world, world.products[0], email);

  const { status, body } = await restock(world, undefined, 'one');

  expect({ status, body }).toEqual({ status: 200, body: { ...pathOf(world), notifying: 2 } });
  const works = workOf(world).filter(({ work }: { work: string }) => work === 'notify');
  expect(new Set(works.map(({ part }) => part)).size).toBe(16);
  expect(new Set(works.map(({ restock_id }) => restock_id)).size).toBe(1);
  expect((await restock(world, { notify_at_most: 1 }, 'two')).body.notifying).toBe(1);
});

test('another key, another API key and the storefront function start restocks of their own', async () => {
  const world = await newWorld();
  await join(world, world.products[0], 'ada@example.com');
  const { api_key: other } = await newKey(world.store.id, 'Write');

  for (const [key, name] of [
    [world.write, 'one'],
    [world.write, 'two'],
    [other, 'one'],
  ] as const) {
    expect(await restock(world, undefined, name, key)).toMatchObject({ status: 200, body: { notifying: 1 } });
  }
  await succeeded(invoke(restockVariant, { store_id: world.store.id, ...pathOf(world), restock_id: 'one' }));

  const ids = workOf(world).flatMap(({ restock_id = [] }) => restock_id);
  expect(new Set(ids).size).toBe(4);
});

test('400 without an Idempotency-Key', async () => {
  const world = await newWorld();

  expect(await call(createRestock, { path: pathOf(world), key: world.write })).toMatchObject({
    status: 400,
    body: { error: 'Idempotency-Key is required', code: 'MISSING_FIELD' },
  });
});
