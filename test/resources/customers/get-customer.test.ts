import { afterEach, expect, test, vi } from 'vitest';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer, exportCustomer, setCustomerStanding } from '../../../lib/resources/customers/functions.ts';
import { getCustomer } from '../../../lib/resources/customers/operations.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import * as items from '../../../lib/table/items.ts';
import { keys } from '../../../lib/table/keys.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newCustomer, newWorld, succeeded, type World } from '../../support/world/world.ts';

afterEach(() => void vi.useRealTimers());

const start = Date.parse('2026-03-01T09:00:00Z');

/** The time of all later calls, in hours after the start. */
function at(hours: number): string {
  const now = start + hours * 3_600_000;
  vi.useFakeTimers({ toFake: ['Date'], now });
  return toTimestamp(now);
}

const get = async ({ read: key }: World, id: string) => (await call(getCustomer, { path: { id }, key })).body;

const importOf = ({ store }: World, customer: object) =>
  succeeded(invoke(importRecords, { store_id: store.id, customers: [customer] }));

const stand = ({ store }: World, customer_id: string, standing: string) =>
  succeeded(invoke(setCustomerStanding, { store_id: store.id, customer_id, standing }));

test('a customer is returned as imported, with the times of the first import and of the last change', async () => {
  const first = at(0);
  const world = await newWorld();
  const ada = newCustomer();
  await importOf(world, ada);
  const { id, email, first_name, last_name } = ada;
  const shown = { id, email, first_name, last_name, standing: 'good', created_at: first, updated_at: first };
  expect(await get(world, id)).toEqual(shown);

  at(1);
  await importOf(world, ada);
  await stand(world, id, 'good');
  expect(await get(world, id)).toEqual(shown);

  const third = at(2);
  await importOf(world, { ...ada, last_name: 'Byron' });
  expect(await get(world, id)).toEqual({ ...shown, last_name: 'Byron', updated_at: third });

  const fourth = at(3);
  await stand(world, id, 'banned');
  expect(await get(world, id)).toEqual({ ...shown, last_name: 'Byron', standing: 'banned', updated_at: fourth });

  const exported = await succeeded(invoke(exportCustomer, { store_id: world.store.id, customer_id: id }));
  expect(exported.data[0]).toMatchObject({ type: 'customer', created_at: first, updated_at: fourth });
});

test('a customer who is imported again after a deletion counts from that import', async () => {
  at(0);
  const world = await newWorld();
  const ada = newCustomer();
  await importOf(world, ada);
  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: ada.id }));
  expect(await call(getCustomer, { path: { id: ada.id }, key: world.read })).toMatchObject(unknown);

  const later = at(5);
  await importOf(world, ada);

  expect(await get(world, ada.id)).toMatchObject({ created_at: later, updated_at: later });
});

test('the first import of a customer from before 0.6.0 stays unknown, and a later change is known', async () => {
  at(0);
  const world = await newWorld();
  const ada = newCustomer();
  const key = keys.customer(world.store.id, ada.id);
  await commitUnitOfWork(writing([items.create(key, { ...ada, standing: 'good' })]));
  expect(await get(world, ada.id)).toMatchObject({ created_at: null, updated_at: null });

  at(1);
  await importOf(world, ada);
  expect(await get(world, ada.id)).toMatchObject({ created_at: null, updated_at: null });

  const later = at(2);
  await importOf(world, { ...ada, email: 'countess@example.com' });
  expect(await get(world, ada.id)).toMatchObject({ created_at: null, updated_at: later });
});

const unknown = { status: 404, body: { error: 'Customer not found', code: 'NOT_FOUND' } };

test('404 for an unknown customer and for a customer of another store', async () => {
  const [world, other] = [await newWorld(), await newWorld()];

  for (const id of [newId('customer'), other.customers[0].id, 'cus_', 'ada']) {
    expect(await call(getCustomer, { path: { id }, key: world.read })).toMatchObject(unknown);
  }
});
