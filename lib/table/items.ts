/**
 * Reads and writes of items. Writes are values: nothing is sent until the unit of work commits them. An item carries a
 * version that every replacement raises, and a write is conditioned on the version that was read, so a decision is judged
 * on what is true at the commit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, QueryCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { portionsOf } from '../runtime/portions.ts';
import { notFound } from '../schema/errors.ts';
import { dynamodb, storeTable } from './client.ts';
import { nameOf, readJointly } from './joint-reads.ts';
import type { Key } from './keys.ts';
import { type Change, type Condition, conditionExpression, updateExpression } from './update-expression.ts';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export type Stored<T> = T & { version: number };

interface Read {
  version: number;
  id?: string;
}

/** Puts an item that must not exist yet. */
export const create = (key: Key, item: object): Write => ({
  Put: {
    TableName: storeTable(),
    Item: { ...item, version: 1, ...key },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** Puts `next` in the place of what was read. */
export const replace = (key: Key, read: Read, next: object): Write => ({
  Put: { TableName: storeTable(), Item: { ...next, version: read.version + 1, ...key }, ...unchangedSince(read) },
});

/** Creates the item where nothing was read, else replaces what was. */
export const createOrReplace = (key: Key, read: Read | undefined, next: object): Write =>
  read ? replace(key, read, next) : create(key, next);

/** Deletes what was read. */
export const remove = (key: Key, read: Read): Write => ({
  Delete: { TableName: storeTable(), Key: { pk: key.pk, sk: key.sk }, ...unchangedSince(read) },
});

/** Writes nothing, but holds the commit to what was read: still there and unchanged. */
export const check = (key: Key, read: Read): Write => ({
  ConditionCheck: { TableName: storeTable(), Key: key, ...unchangedSince(read) },
});

/** Writes nothing, but holds the commit to a condition on the item's attributes. */
export const checkAttributes = (key: Key, condition: Condition): Write => ({
  ConditionCheck: { TableName: storeTable(), Key: key, ...conditionExpression(condition) },
});

/** Creates an item or changes some of its attributes, whatever it is now: no read is needed, the last one wins. */
export const merge = (key: Key, change: Change): Write =>
  update(key, { ...change, added: { ...change.added, version: 1 } });

/** The same for attributes that are no part of what a version stands for, such as counts. */
export const update = (key: Key, change: Change): Write => ({
  Update: { TableName: storeTable(), Key: key, ...updateExpression(change) },
});

/** Deletes an item whose one version is told by its id. */
export const removeById = (key: Key, id: string): Write => removeHolding(key, { id });

/** Deletes an item that holds these attributes. */
export const removeHolding = ({ pk, sk }: Key, unchanged: Readonly<Record<string, string>>): Write => ({
  Delete: { TableName: storeTable(), Key: { pk, sk }, ...conditionExpression({ unchanged }) },
});

/** Puts an item without a version, whatever is there now. */
export const overwrite = ({ pk, sk }: Key, item: object): Write => ({
  Put: { TableName: storeTable(), Item: { ...item, pk, sk } },
});

/** A key may outlive what lies under it, and versions begin anew: what was read is told by its id as well, where it has one. */
const unchangedSince = ({ version, id }: Read) =>
  conditionExpression({ unchanged: { version, ...(id === undefined ? {} : { id }) } });

/** Gives an item that was stored before some of its fields came what it lacks. */
export type Reader<T> = (item: T) => T;

const asStored = <T>(item: T): T => item;

/** The item under a key as it is now (strongly consistent), or undefined. */
export async function find<T>(key: Key, read?: Reader<T>): Promise<Stored<T> | undefined> {
  const [item] = await findMany<T>([key], { read });
  return item;
}

/** What was found. Throws 404 with `message` where nothing was. */
export function orNotFound<T>(found: T | undefined, message?: string): T {
  if (found === undefined) throw notFound(message);
  return found;
}

const keysAtOnce = 100;

/** The items under several keys, in the keys' order; undefined where there is none. */
export async function findMany<T>(
  keys: readonly Key[],
  { consistent = true, read = asStored }: { consistent?: boolean; read?: Reader<T> | undefined } = {},
): Promise<(Stored<T> | undefined)[]> {
  const items = await (consistent ? readJointly(keys, readItems) : readItems(keys, false));
  return keys.map((key) => {
    const item = items.get(nameOf(key)) as Stored<T> | undefined;
    return item && (read(item) as Stored<T>);
  });
}

/** `BatchGetItem` refuses a key that is given twice, and an index may list an item twice: each key is read once. */
async function readItems(keys: readonly Key[], consistent = true): Promise<ReadonlyMap<string, object>> {
  const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const portions = portionsOf(distinct, keysAtOnce);
  const items = await Promise.all(portions.map((portion) => readPortion(portion, consistent)));
  return new Map(items.flat().map((item) => [nameOf(item), item]));
}

async function readPortion(portion: readonly Key[], consistent: boolean): Promise<Key[]> {
  const found: Key[] = [];
  let remaining = portion.map(({ pk, sk }): Record<string, unknown> => ({ pk, sk }));
  for (let attempt = 1; remaining.length > 0; attempt += 1) {
    const { Responses, UnprocessedKeys } = await dynamodb.send(
      new BatchGetCommand({ RequestItems: { [storeTable()]: { Keys: remaining, ConsistentRead: consistent } } }),
    );
    found.push(...((Responses?.[storeTable()] ?? []) as unknown as Key[]));
    remaining = UnprocessedKeys?.[storeTable()]?.Keys ?? [];
    if (remaining.length > 0) await sleep(Math.random() * Math.min(500, 10 * 2 ** attempt));
  }
  return found;
}

interface ListRequest {
  pk: string;
  /** How the sort keys begin; empty for the whole partition. */
  prefix: string;
  /** The sort key after which the page begins; it need not exist. */
  after?: string | undefined;
  limit?: number;
  newestFirst?: boolean;
  /** Passes by the items that have this attribute. */
  without?: string | undefined;
}

interface ListOf<T> extends ListRequest {
  read?: Reader<T>;
}

/** Items of one partition in the order of their sort keys (strongly consistent), `limit` at most. */
export async function list<T>(request: ListOf<T>): Promise<Stored<T>[]> {
  const { pk, prefix, after, limit, newestFirst = false, without, read = asStored } = request;
  const items: Stored<T>[] = [];
  let start: Record<string, unknown> | undefined = after === undefined ? undefined : { pk, sk: after };
  do {
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        TableName: storeTable(),
        KeyConditionExpression: prefix ? 'pk = :pk AND begins_with(sk, :prefix)' : 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk, ...(prefix ? { ':prefix': prefix } : {}) },
        FilterExpression: without && `attribute_not_exists(${without})`,
        ExclusiveStartKey: start,
        Limit: limit && limit - items.length,
        ScanIndexForward: !newestFirst,
        ConsistentRead: true,
      }),
    );
    items.push(...(Items as Stored<T>[]).map((item) => read(item) as Stored<T>));
    // DynamoDB ends a page at 1 MB, wherever that is.
    start = LastEvaluatedKey;
  } while (start && (limit === undefined || items.length < limit));
  return items;
}

/** How many items of one partition have sort keys that begin so (strongly consistent); none is held in memory. */
export async function count({ pk, prefix, without }: Pick<ListRequest, 'pk' | 'prefix' | 'without'>): Promise<number> {
  let counted = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const { Count = 0, LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        TableName: storeTable(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
        FilterExpression: without && `attribute_not_exists(${without})`,
        ExclusiveStartKey: start,
        Select: 'COUNT',
        ConsistentRead: true,
      }),
    );
    counted += Count;
    start = LastEvaluatedKey;
  } while (start);
  return counted;
}
