import { expect, test } from 'vitest';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { listCustomerWaitlist } from '../../../lib/resources/customers/operations.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { setClock } from '../../support/world/clock.ts';
import { join, leave } from '../../support/world/waitlist.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const list = ({ read: key, customers: [{ id }] }: World, query: Record<string, string | number> = {}) =>
  call(listCustomerWaitlist, { path: { id }, query, key });

test("a customer's waitlist entries are listed in the order of joining, in any letter case of the address, until they end", async () => {
  const world = await newWorld();
  const { products, customers } = world;
  const [teapot, recordings] = products;
  const [{ email }] = customers;
  setClock('2026-03-01T09:00:00Z');
  await join(world, teapot, email.toUpperCase());
  setClock('2026-03-01T10:00:00Z');
  await join(world, recordings, email);
  await join(world, teapot, 'someone@example.com');

  const { status, body } = await list(world);

  expect({ status, has_more: body.has_more }).toEqual({ status: 200, has_more: false });
  const shown = ({ id, name, variants: [variant] }: typeof teapot | typeof recordings) => ({
    ...{ product_id: id, product_name: name, variant_id: variant?.id, variant_name: variant?.name },
    ...{ id: expect.stringMatching(/^wle_/), site_id: null, locale: null },
  });
  expect(body.data).toEqual([
    { ...shown(teapot), joined_at: '2026-03-01T09:00:00Z' },
    { ...shown(recordings), joined_at: '2026-03-01T10:00:00Z' },
  ]);
  const { body: first } = await list(world, { limit: 1 });
  expect(first).toEqual({ data: body.data.slice(0, 1), has_more: true });
  const { body: second } = await list(world, { limit: 1, after: first.data[0].id });
  expect(second).toEqual({ data: body.data.slice(1), has_more: false });

  await leave(world, teapot, email);
  expect((await list(world)).body.data).toEqual(body.data.slice(1));
});

test('404 for a deleted customer', async () => {
  const world = await newWorld();
  const [{ id: customer_id, email }] = world.customers;
  await join(world, world.products[0], email);

  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id }));

  const unknown = { status: 404, body: { error: 'Customer not found', code: 'NOT_FOUND' } };
  expect(await list(world)).toMatchObject(unknown);
});
