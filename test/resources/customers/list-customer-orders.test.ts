import { afterEach, expect, test, vi } from 'vitest';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { listCustomerOrders } from '../../../lib/resources/customers/operations.ts';
import { refundOrder } from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { orderOf, record } from '../../support/world/checkout.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

afterEach(() => void vi.useRealTimers());

const start = Date.parse('2026-03-01T09:00:00Z');

/** Records an order of the first customer, some seconds after the start. */
function recordAt(world: World, seconds: number, fields: object = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: start + seconds * 1000 });
  return succeeded(record(world, orderOf(world, fields)));
}

const list = ({ read: key, customers: [{ id }] }: World, query: Record<string, string | number> = {}) =>
  call(listCustomerOrders, { path: { id }, query, key });

test("a customer's orders are listed newest first, as they are now and regardless of their ids", async () => {
  const world = await newWorld();
  const second = await recordAt(world, 60, { id: 'ord_1' });
  const first = await recordAt(world, 0, { id: 'ord_3' });
  const third = await recordAt(world, 120, { id: 'ord_2' });
  await recordAt(world, 90, { customer_id: world.customers[1].id });
  const refund = { store_id: world.store.id, order_id: second.id, refund_id: 'one', amount: 100 };
  await succeeded(invoke(refundOrder, refund));

  const { status, body } = await list(world);

  expect(status).toBe(200);
  expect(body).toEqual({ data: [third, { ...second, refunded: 100 }, first], has_more: false });
});

test('each page continues after the last order, also between orders of one second', async () => {
  const world = await newWorld();
  for (const id of ['ord_a', 'ord_b', 'ord_c']) await recordAt(world, 0, { id });
  await recordAt(world, 1, { id: 'ord_0' });

  const seen: string[] = [];
  for (let after: string | undefined, more = true; more; after = seen.at(-1)) {
    const { body } = await list(world, { limit: 1, ...(after && { after }) });
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    more = body.has_more;
  }

  expect(seen).toEqual(['ord_0', 'ord_c', 'ord_b', 'ord_a']);
});

test('the page after an order of another customer is empty', async () => {
  const world = await newWorld();
  await recordAt(world, 0);
  const { id } = await recordAt(world, 5, { customer_id: world.customers[1].id });

  for (const after of [id, newId('order')]) {
    expect((await list(world, { after })).body).toEqual({ data: [], has_more: false });
  }
});

test('404 for an unknown customer and for a deleted customer', async () => {
  const world = await newWorld();
  await recordAt(world, 0);
  const unknown = { status: 404, body: { error: 'Customer not found', code: 'NOT_FOUND' } };
  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: world.customers[0].id }));

  expect(await list(world)).toMatchObject(unknown);
  expect(await call(listCustomerOrders, { path: { id: newId('customer') }, key: world.read })).toMatchObject(unknown);
});
