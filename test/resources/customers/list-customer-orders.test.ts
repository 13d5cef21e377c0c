import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { listCustomerOrders } from '../../../lib/resources/customers/operations.ts';
import { refundOrder } from '../../../lib/resources/orders/functions.ts';
import { forgetAll } from '../../../lib/runtime/collections.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { onCall } from '../../support/aws/on-call.ts';
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

test('a page takes two round trips, also after the page before it', async () => {
  const world = await newWorld();
  for (const seconds of [0, 1, 2]) await recordAt(world, seconds);
  const { result, roundTrips } = await watch(() => list(world, { limit: 1 }));
  const [{ id: after }] = result.body.data;

  const next = await watch(() => list(world, { limit: 1, after }));
  forgetAll();
  const cold = await watch(() => list(world, { limit: 1, after }));

  expect([roundTrips, next.roundTrips]).toEqual([2, 2]);
  expect(next.result.body.data).toHaveLength(1);
  expect(cold.result.body).toEqual(next.result.body);
});

test('orders of a deleted customer are not listed for a new customer with the same id, although the index lags', async () => {
  const world = await newWorld();
  const [customer] = world.customers;
  const former = [await recordAt(world, 0), await recordAt(world, 3)];
  const lagging = former.map(({ id }, index) => ({ id, feed_sk: `2026-03-01T09:00:0${3 * index}Z#${id}` }));
  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: customer.id }));
  await succeeded(invoke(importRecords, { store_id: world.store.id, customers: [customer] }));
  const [first, second] = [await recordAt(world, 1), await recordAt(world, 2)];
  onTestFinished(
    onCall(dynamodb, async ({ input }, next) => {
      const answer = await next();
      const { ':pk': pk, ':after': after = '~' } = Object(input.ExpressionAttributeValues);
      if (!String(pk).includes('#CUSTOMERORDERS#')) return answer;
      const seen = [...answer.Items, ...lagging.filter(({ feed_sk }) => feed_sk < after)];
      const Items = seen.toSorted((a, b) => (a.feed_sk < b.feed_sk ? 1 : -1)).slice(0, input.Limit);
      return { ...answer, Items };
    }),
  );

  expect((await list(world)).body).toEqual({ data: [second, first], has_more: false });
  expect((await list(world, { limit: 1 })).body).toEqual({ data: [second], has_more: true });
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
