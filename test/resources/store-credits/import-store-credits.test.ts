import { expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { reportMovements } from '../../../lib/resources/gift-cards/functions.ts';
import {
  adjustStoreCredit,
  listStoreCredits,
  listStoreCreditTransactions,
} from '../../../lib/resources/store-credits/operations.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { allTextsOf } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { atTime } from '../../support/world/clock.ts';
import { importCredits, importedCredit } from '../../support/world/move-in.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const none = { imported: 0, updated: 0, unchanged: 0, refused: [] };

const listOf = async ({ customers, read: key }: World) =>
  (await call(listStoreCredits, { path: { id: customers[0].id }, key })).body.data;

test('a credit has what its record says, and one entry of the import', async () => {
  const world = await newWorld();
  const said = importedCredit(world, { value: 1234, reason: 'reward', expires_at: '2089-01-01T00:00:00Z' });

  expect(await importCredits(world, [said])).toEqual({ ...none, imported: 1 });
  const [credit, ...others] = await listOf(world);
  const { external_id: _, value, ...kept } = said;
  expect(credit).toMatchObject({ ...kept, initial_value: value, balance: value, currency: 'USD', status: 'active' });
  expect([credit.note, others]).toEqual([null, []]);
  const path = { id: credit.customer_id, store_credit_id: credit.id };
  const { data } = (await call(listStoreCreditTransactions, { path, key: world.read })).body;
  const actor = { type: 'system', name: 'import' };
  expect(data).toMatchObject([{ type: 'issued', amount: 1234, balance: 1234, order_id: null, actor }]);
});

test('the same record is unchanged: twice in one call, with the currency of the store, and after the credit was adjusted', async () => {
  const world = await newWorld();
  const said = importedCredit(world, { expires_at: '2089-01-01T00:00:00+01:00' });
  const records = [said, { ...said, currency: 'usd', expires_at: '2088-12-31T23:00:00Z' }];
  expect(await importCredits(world, records)).toEqual({ ...none, imported: 1, unchanged: 1 });

  const [{ id: store_credit_id }] = await listOf(world);
  const path = { id: said.customer_id, store_credit_id };
  await call(adjustStoreCredit, { path, body: { amount: -said.value }, key: world.write });
  expect(await importCredits(world, records)).toEqual({ ...none, unchanged: 2 });
  expect(await listOf(world)).toMatchObject([{ balance: 0 }]);
});

test('an external_id is of one customer: the record of another customer is DUPLICATE', async () => {
  const world = await newWorld();
  const said = importedCredit(world);
  await succeeded(importCredits(world, [said]));

  expect(await importCredits(world, [{ ...said, customer_id: world.customers[1].id }])).toMatchObject({
    refused: [{ code: 'DUPLICATE' }],
  });
});

test.each([
  ['customer_id', { customer_id: 'cus_none' }, 'NOT_FOUND', 'customer_id is no customer of the store'],
  ['external_id', { external_id: '' }, 'MISSING_FIELD', 'external_id is required'],
  ['value', { value: 0 }, 'INVALID_FIELD', 'value must be between 1 and 10000000'],
  ['value', { value: 10_000_001 }, 'INVALID_FIELD', 'value must be between 1 and 10000000'],
  ['currency', { currency: 'EUR' }, 'INVALID_FIELD', 'currency must be that of the store, USD'],
  ['reason', { reason: undefined }, 'MISSING_FIELD', 'reason is required'],
])(
  'a record with a wrong %s is refused by its index, and does not delay the others: %j',
  async (_, wrong, code, message) => {
    const world = await newWorld();
    const records = [importedCredit(world, wrong), importedCredit(world)];

    expect(await importCredits(world, records)).toEqual({
      ...none,
      imported: 1,
      refused: [{ index: 0, code, message }],
    });
  },
);

test('a credit that has expired in the other system is imported as expired', async () => {
  const world = await newWorld();

  expect(await importCredits(world, [importedCredit(world, { expires_at: '2025-01-01T00:00:00Z' })])).toMatchObject({
    imported: 1,
  });
  expect(await listOf(world)).toMatchObject([{ status: 'expired', balance: 2500 }]);
});

test('a customer gets 100 credits with a balance from imports, and the next one is refused', {
  tags: 'long',
}, async () => {
  const world = await newWorld();
  const credits = (count: number) => Array.from({ length: count }, () => importedCredit(world));
  const first = credits(limits.importRecords);
  expect(await importCredits(world, first)).toEqual({ ...none, imported: 100 });

  expect(await importCredits(world, credits(1))).toMatchObject({ refused: [{ index: 0, code: 'INVALID_FIELD' }] });
  expect(await importCredits(world, first)).toEqual({ ...none, unchanged: 100 });
});

test('two calls at once with the same external_id import one credit', async () => {
  const world = await newWorld();
  const said = importedCredit(world);
  const both = await Promise.all([1, 2].map((value) => importCredits(world, [{ ...said, value }])));

  expect(both.map(({ imported }) => imported).toSorted()).toEqual([0, 1]);
  expect(await listOf(world)).toHaveLength(1);
});

test('the record of a deleted customer stays unchanged, also after the customer is imported again, and nothing shows the customer', async () => {
  const world = await newWorld();
  const [customer] = world.customers;
  const said = importedCredit(world, { external_id: 'of ada@old-shop.example' });
  await succeeded(importCredits(world, [said]));
  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: customer.id }));

  expect((await allTextsOf(world.store.id)).join()).not.toContain('old-shop');
  expect(await importCredits(world, [said])).toEqual({ ...none, unchanged: 1 });
  await succeeded(invoke(importRecords, { store_id: world.store.id, customers: [customer] }));
  expect(await importCredits(world, [said])).toEqual({ ...none, unchanged: 1 });
  expect(await listOf(world)).toEqual([]);
});

test('the books show an imported credit as imported', async () => {
  const world = await newWorld();
  await atTime('2025-01-05T10:00:00Z', () => succeeded(importCredits(world, [importedCredit(world, { value: 700 })])));

  const period = { from: '2025-01-01T00:00:00Z', to: '2025-02-01T00:00:00Z', group: 'month' };
  const { data } = await succeeded(invoke(reportMovements, { store_id: world.store.id, ...period }));
  expect(data).toMatchObject([{ account: 'store_credits', imported: 700, issued_free: 0, closing: 700 }]);
});
