import { expect, test } from 'vitest';
import { fulfilOrder, payOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { invoke } from '../../support/invoke.ts';
import { orderOf, record } from '../../support/world/checkout.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

async function recorded(status: string) {
  const world = await newWorld();
  const order = orderOf(world, { status });
  const result = await succeeded(record(world, order));
  return { world, about: aboutOf(world, order.id), order, result };
}

const aboutOf = ({ store }: World, order_id: string) => ({ store_id: store.id, order_id });

test('a paid order becomes fulfilled, stays so, and is refunded as before', async () => {
  const { world, about, order, result } = await recorded('paid');

  expect(await invoke(fulfilOrder, about)).toEqual({ ...result, status: 'fulfilled' });
  expect(await invoke(fulfilOrder, about)).toEqual({ ...result, status: 'fulfilled' });
  expect(await invoke(payOrder, about)).toMatchObject({ status: 'fulfilled' });
  expect(await record(world, order)).toMatchObject({ status: 'fulfilled' });
  expect(await invoke(refundOrder, { ...about, refund_id: 'one', amount: 5 })).toMatchObject({ to_card: 5 });
});

test('a pending order is not fulfilled', async () => {
  const { world, about, order } = await recorded('pending');

  expect(await invoke(fulfilOrder, about)).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage: 'The order is not paid',
  });
  expect(await record(world, order)).toMatchObject({ status: 'pending' });
});

test('an order of another store is not found', async () => {
  const { about } = await recorded('paid');
  const { store } = await newWorld();

  expect(await invoke(fulfilOrder, { ...about, store_id: store.id })).toMatchObject({ errorType: 'NOT_FOUND' });
});
