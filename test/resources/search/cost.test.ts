/** A search costs the same in a store of any size. */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import * as customers from '../../../lib/resources/customers/records.ts';
import { termsOfCustomer } from '../../../lib/resources/search/mark-records.ts';
import { search } from '../../../lib/resources/search/operations.ts';
import { chunksOf, sideBySide } from '../../../lib/runtime/collections.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { call } from '../../support/http/call.ts';
import { newCustomer, newWorld } from '../../support/world/world.ts';

const now = '2026-03-01T09:00:00Z';

/** The trips and read units of searches in a store with so many more customers, put into the table without requests. */
async function costsAmong(number: number) {
  const { store, read: key, customers: known } = await newWorld();
  const more = Array.from({ length: number }, () => newCustomer({ first_name: 'Olga', last_name: 'Ivanova' }));
  const items = await Promise.all(
    more.map(async (customer) => {
      const found_by = await termsOfCustomer(store.id, customer);
      const [, ...terms] = customers.merge(store.id, customer, undefined, { found_by, now });
      const record = { ...keys.customer(store.id, customer.id), ...customer, found_by, standing: 'good', version: 1 };
      return [record, ...terms.map(({ Put }) => Put?.Item ?? {})];
    }),
  );
  await sideBySide(chunksOf(items.flat(), 25), 8, (some) =>
    dynamodb.send(
      new BatchWriteCommand({ RequestItems: { [storeTable()]: some.map((Item) => ({ PutRequest: { Item } })) } }),
    ),
  );
  const queries = ['ivan', 'olga iv', known[0].email, known[0].id, 'nobody at all', 'ABCD'];
  await call(search, { body: { query: 'first' }, key });
  const costs: { query: number; found: number; roundTrips: number; capacity: number }[] = [];
  for (const [index, query] of queries.entries()) {
    const { result, roundTrips, capacity } = await watch(() => call(search, { body: { query }, key }));
    costs.push({ query: index, found: result.body.data.length, roundTrips, capacity });
  }
  return costs;
}

test('a search takes the same trips and read units among 100 customers and among 2,000', async () => {
  const few = await costsAmong(100);
  const many = await costsAmong(2000);

  expect(many).toEqual(few);
  expect(few.map(({ found }) => found)).toEqual([30, 30, 1, 1, 0, 0]);
  expect(few.every(({ roundTrips, capacity }) => roundTrips <= 2 && capacity > 0)).toBe(true);
});
