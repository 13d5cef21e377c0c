import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { listCustomerAddresses } from '../../../lib/resources/customer-addresses/operations.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newAddressBook } from '../../support/world/customer-addresses.ts';
import { newWorld } from '../../support/world/world.ts';

const everything = { depth: null, maxStringLength: null, maxArrayLength: null };

test('refuses a customer the store never had', async () => {
  const { store } = await newWorld();
  expect(await invoke(deleteCustomer, { store_id: store.id, customer_id: 'cus_unknown' })).toMatchObject({
    errorType: 'NOT_FOUND',
  });
});

test('leaves nothing personal behind, and the customer can be imported anew', async () => {
  const { store, customers, read } = await newWorld();
  const [customer] = customers;
  await invoke(deleteCustomer, { store_id: store.id, customer_id: customer.id });
  expect(inspect(await entitiesOf(store.id), everything)).not.toContain(customer.email);

  await invoke(importRecords, { store_id: store.id, customers: [customer] });
  const { body } = await call(listCustomerAddresses, { path: { id: customer.id }, key: read });
  expect(body).toEqual({ data: [], has_more: false });
});

test('leaves no address, and takes none while it is under way', async () => {
  const { world, create, list, id } = await newAddressBook();
  await Promise.all(Array.from({ length: 60 }, () => create()));
  const [deleted, ...raced] = await Promise.all([
    invoke(deleteCustomer, { store_id: world.store.id, customer_id: id }),
    ...Array.from({ length: 10 }, () => create()),
  ]);

  expect(deleted).toEqual({ customer_id: id, deleted: true });
  expect(raced.every(({ status }) => status === 201 || status === 404)).toBe(true);
  expect((await list()).body).toEqual({ error: 'Customer not found', code: 'NOT_FOUND' });
  expect(await invoke(deleteCustomer, { store_id: world.store.id, customer_id: id })).toEqual(deleted);
});
