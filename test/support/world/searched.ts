/** Stores with many customers, to show what a search costs there. */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as customers from '../../../lib/resources/customers/records.ts';
import { termsOfCustomer } from '../../../lib/resources/search/mark-records.ts';
import { search } from '../../../lib/resources/search/operations.ts';
import { chunksOf, sideBySide } from '../../../lib/runtime/collections.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { watch } from '../aws/aws-calls.ts';
import { call } from '../http/call.ts';
import { newCustomer, newWorld } from './world.ts';

const now = '2026-03-01T09:00:00Z';

/** Customers that are put into the table together. */
const portion = 1000;

interface SearchCost {
  /** What is searched for. */
  query: string;
  found: number;
  roundTrips: number;
  /** Read units. */
  capacity: number;
}

/** The trips and read units of searches in a store with so many more customers, put into the table without requests. */
export async function searchCostsAmong(number: number): Promise<SearchCost[]> {
  const { store, read: key, customers: known } = await newWorld();
  for (let left = number; left > 0; left -= portion) await addCustomers(store.id, Math.min(portion, left));
  const queries = {
    'start of a last name': 'ivan',
    'start of a first and last name': 'olga iv',
    'email address': known[0].email,
    'id of a customer': known[0].id,
    'unknown name': 'nobody at all',
    'last four characters of a code': 'ABCD',
  };
  await call(search, { body: { query: 'first' }, key });
  const costs: SearchCost[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const { result, roundTrips, capacity } = await watch(() => call(search, { body: { query }, key }));
    costs.push({ query: name, found: result.body.data.length, roundTrips, capacity });
  }
  return costs;
}

async function addCustomers(store: string, number: number): Promise<void> {
  const items = await Promise.all(
    Array.from({ length: number }, async () => {
      const customer = newCustomer({ first_name: 'Olga', last_name: 'Ivanova' });
      const found_by = await termsOfCustomer(store, customer);
      const [, ...terms] = customers.merge(store, customer, undefined, { found_by, now });
      const record = { ...keys.customer(store, customer.id), ...customer, found_by, standing: 'good', version: 1 };
      return [record, ...terms.map(({ Put }) => Put?.Item ?? {})];
    }),
  );
  await sideBySide(chunksOf(items.flat(), 25), 8, (some) =>
    dynamodb.send(
      new BatchWriteCommand({ RequestItems: { [storeTable()]: some.map((Item) => ({ PutRequest: { Item } })) } }),
    ),
  );
}
