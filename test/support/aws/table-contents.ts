import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { createTables } from '../../../bin/local/engines/tables.ts';
import { dynamodb, requestTable, storeTable } from '../../../lib/table/client.ts';
import { plantSecret } from './deployment.ts';

type Item = Record<string, unknown> & { pk: string; sk: string };

/** Every item of a table, or of a store in it. */
export async function itemsOf(table: string, store?: string): Promise<Item[]> {
  const ofStore = {
    FilterExpression: 'begins_with(pk, :store)',
    ExpressionAttributeValues: { ':store': `${store}#` },
  };
  const items: Item[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb.send(
      new ScanCommand({ TableName: table, ...(store && ofStore), ConsistentRead: true, ExclusiveStartKey }),
    );
    items.push(...((page.Items ?? []) as Item[]));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

/** All entities of a store, as they are kept. */
export const entitiesOf = (store: string) => itemsOf(storeTable(), store);

/** Everything that both tables keep of a store. */
const allItemsOf = async (store: string) =>
  (await Promise.all([storeTable(), requestTable()].map((table) => itemsOf(table, store)))).flat();

/** The same as text that can be searched: bytes as what they hold, a number too large for JSON as its digits. */
export const allTextsOf = async (store: string): Promise<string[]> =>
  (await allItemsOf(store)).map((item) => JSON.stringify(item, searchable));

function searchable(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  return value;
}

/** All idempotency records of a store. */
export const idempotencyRecordsOf = async (store: string) =>
  (await itemsOf(requestTable(), store)).filter(({ pk }) => pk.includes('#IDEMPOTENCY#'));

/**
 * All entities of a store with everything that differs from one store or run to the next made alike: ids, times and weeks,
 * secrets.
 * Two stores in which the same has happened look the same.
 */
export async function shapeOf(store: string): Promise<string[]> {
  return (await entitiesOf(store)).map((item) => alike(JSON.stringify(sorted(item)))).toSorted();
}

/** The same for any order of a map's attributes. */
function sorted(value: unknown): unknown {
  // A ranking, which holds a time and the beginning of an id.
  if (typeof value === 'bigint') return '…';
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, sorted(one)]);
}

const alike = (text: string): string =>
  text
    .replace(/(?<="last4",")[A-Z2-9]{4}(?=")/g, '…')
    .replace(/(?<=#LAST4#)[A-Z0-9]{4}/g, '…')
    .replace(/(?<="sealed",")[\w+/=]+/g, '…')
    .replace(/(?<=[a-z]{3}_)[0-9a-z]{26}\b/g, '…')
    .replace(/\b[0-9a-z]{26}\b/g, '…')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '…Z')
    .replace(/\b\d{4}-W\d\d\b/g, '…')
    .replace(/\b[0-9a-f]{64}\b/g, '…')
    // The part of a partition that is spread, and the place of what is due: both hash ids.
    .replace(/(?<=#)\d+(?=")/g, '…')
    // Seconds since 1970.
    .replace(/(?<="left_at",)\d+/g, '…')
    .replace(/(?<=…Z#)[\w-]{43}/g, '…')
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '…')
    .replace(/(?<=\["last4",")\w{4}/g, '…');

const tableMaker = new DynamoDBClient({});

let count = 0;

/** Gives every test, or every suite as a whole, tables of its own, so that looking at all that is in them costs little. */
export function isolateTables(per: 'test' | 'suite', { stream = false } = {}): void {
  const [before, after] = per === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  let end: () => Promise<void>;

  before(async () => {
    end = await useOwnTables({ stream });
  });

  after(async () => {
    // What a test has stubbed of them would come back after this, as it was before: tables that are gone.
    vi.unstubAllEnvs();
    await end();
  });
}

/** Makes tables that everything uses from now on, until the answer is called. */
export async function useOwnTables({ stream = false } = {}): Promise<() => Promise<void>> {
  const before = { STORE_TABLE: process.env.STORE_TABLE, REQUEST_TABLE: process.env.REQUEST_TABLE };
  count += 1;
  const suffix = `own-${process.pid}-${count}`;
  const named = (shared = '') => `${shared.replace(/-own-.*/, '')}-${suffix}`;
  const own = { store: named(before.STORE_TABLE), requests: named(before.REQUEST_TABLE) };
  await createTables(own, { stream, client: tableMaker });
  Object.assign(process.env, { STORE_TABLE: own.store, REQUEST_TABLE: own.requests });
  await plantSecret();
  return async () => {
    Object.assign(process.env, before);
    await Promise.all(
      Object.values(own).map((TableName) => dynamodb.send(new DeleteTableCommand({ TableName }) as never)),
    );
  };
}
