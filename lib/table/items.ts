/**
 * Reads and writes of items. Writes are values: nothing is sent until the unit of work commits them. An item carries a
 * version that every replacement raises, and a write is conditioned on the version that was read, so a decision is judged
 * on what is true at the commit.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import * as batches from '../runtime/batches.ts';
import { chunksOf } from '../runtime/collections.ts';
import { notFound } from '../schema/errors.ts';
import { dynamodb, storeTable } from './client.ts';
import { nameOf, readInBatch } from './joint-reads.ts';
import type { Key } from './keys.ts';
import { queryAll } from './query.ts';
import { type Change, type Condition, conditionExpression, updateExpression } from './update-expression.ts';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export type Stored<T> = T & { version: number };

interface Read {
  version: number;
  id?: string;
}

/** Puts an item that must not exist yet. Its version is 1, or the number of changes that it begins with. */
export const create = (key: Key, item: object, version = 1): Write => ({
  Put: {
    TableName: storeTable(),
    Item: { ...item, version, ...key },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/**
 * Changes what was read. An attribute that `next` lacks is kept, so attributes of later releases survive. An attribute that
 * `next` sets to undefined is removed.
 */
export const change = (key: Key, read: Read, next: object): Write => replace(key, read, { ...read, ...next });

/** Replaces what was read; no attribute of the old item is kept. */
export const replace = (key: Key, read: Read, next: object): Write => ({
  Put: { TableName: storeTable(), Item: { ...next, version: read.version + 1, ...key }, ...unchangedSince(read) },
});

/** Creates the item if none was read, else changes it. */
export const createOrChange = (key: Key, read: Read | undefined, next: object): Write =>
  read ? change(key, read, next) : create(key, next);

/** Creates the item if none was read, else replaces it. */
export const createOrReplace = (key: Key, read: Read | undefined, next: object): Write =>
  read ? replace(key, read, next) : create(key, next);

/** Deletes what was read. */
export const remove = (key: Key, read: Read): Write => ({
  Delete: { TableName: storeTable(), Key: { pk: key.pk, sk: key.sk }, ...unchangedSince(read) },
});

/** Writes nothing, but fails the commit unless what was read is still there and unchanged. */
export const check = (key: Key, read: Read): Write => ({
  ConditionCheck: { TableName: storeTable(), Key: key, ...unchangedSince(read) },
});

/** Writes nothing, but fails the commit unless the item's attributes meet a condition. */
export const checkAttributes = (key: Key, condition: Condition): Write => ({
  ConditionCheck: { TableName: storeTable(), Key: key, ...conditionExpression(condition) },
});

/** Creates an item or changes some of its attributes, without a condition. Needs no read; the last write wins. */
export const merge = (key: Key, change: Change): Write =>
  update(key, { ...change, added: { ...change.added, version: 1 } });

/** Like `merge`, but does not raise the version: for attributes that no version covers, such as counts. */
export const update = (key: Key, change: Change): Write => ({
  Update: { TableName: storeTable(), Key: key, ...updateExpression(change) },
});

/** Deletes an item that never changes, so its id identifies its version. */
export const removeById = (key: Key, id: string): Write => removeIfEquals(key, { id });

/** Deletes an item that holds these attributes. */
export const removeIfEquals = ({ pk, sk }: Key, unchanged: Readonly<Record<string, string>>): Write => ({
  Delete: { TableName: storeTable(), Key: { pk, sk }, ...conditionExpression({ unchanged }) },
});

/** Deletes the item under a key, if there is one, without a condition: for items that another item of the commit protects. */
export const removeAny = ({ pk, sk }: Key): Write => ({ Delete: { TableName: storeTable(), Key: { pk, sk } } });

/** Puts an item without a version, replacing any item there. */
export const overwrite = ({ pk, sk }: Key, item: object): Write => ({
  Put: { TableName: storeTable(), Item: { ...item, pk, sk } },
});

/** A new item under the same key begins with version 1 again, so the condition also compares the id, where there is one. */
const unchangedSince = ({ version, id }: Read) =>
  conditionExpression({ unchanged: { version, ...(id === undefined ? {} : { id }) } });

/** Completes an item that was stored before some of its fields existed (`readerOf`). */
export type Reader<T> = (item: T) => T;

/** Reads an item of the table's bookkeeping, such as a counter or the progress of a sweep, which never gains attributes. */
export const rawItem = <T>(item: T): T => item;

/** The item under a key as it is now (strongly consistent), or undefined. */
export async function find<T>(key: Key, read: Reader<T>): Promise<Stored<T> | undefined> {
  const [item] = await findMany<T>([key], read);
  return item;
}

/** The item that was found. Throws 404 with `message` if there is no item. */
export function orNotFound<T>(found: T | undefined, message?: string): T {
  if (found === undefined) throw notFound(message);
  return found;
}

/** The items under several keys, in the keys' order; undefined for a missing one. */
export async function findMany<T>(
  keys: readonly Key[],
  read: Reader<T>,
  { consistent = true } = {},
): Promise<(Stored<T> | undefined)[]> {
  const items = await (consistent ? readInBatch(keys, readItems) : readItems(keys, false));
  return keys.map((key) => {
    const item = items.get(nameOf(key)) as Stored<T> | undefined;
    return item && (read(item) as Stored<T>);
  });
}

/** `BatchGetItem` refuses a key that is given twice, and an index may list an item twice: each key is read once. */
async function readItems(keys: readonly Key[], consistent = true): Promise<ReadonlyMap<string, object>> {
  const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()];
  const portions = chunksOf(distinct, batches.readKeys.size);
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

interface Listed {
  pk: string;
  /** How the sort keys begin; empty for the whole partition. */
  prefix: string;
  /** Skips items that have this attribute. */
  without?: string | undefined;
}

interface ListRequest<T> extends Listed {
  /** The sort key after which the page begins; it need not exist. */
  after?: string | undefined;
  limit?: number;
  newestFirst?: boolean;
  read: Reader<T>;
}

/** Items of one partition in the order of their sort keys (strongly consistent), `limit` at most. */
export async function list<T>(request: ListRequest<T>): Promise<Stored<T>[]> {
  const { pk, after, limit, newestFirst = false, read } = request;
  const { items } = await queryAll<T>(
    { ...inPartition(request), ScanIndexForward: !newestFirst },
    { limit, start: after === undefined ? undefined : { pk, sk: after } },
  );
  return items.map((item) => read(item) as Stored<T>);
}

/** The number of items in one partition with sort keys that begin with `prefix` (strongly consistent). The items are not held in memory. */
export async function count(request: Listed): Promise<number> {
  return (await queryAll({ ...inPartition(request), Select: 'COUNT' })).count;
}

const inPartition = ({ pk, prefix, without }: Listed) => ({
  KeyConditionExpression: prefix ? 'pk = :pk AND begins_with(sk, :prefix)' : 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk, ...(prefix ? { ':prefix': prefix } : {}) },
  FilterExpression: without && `attribute_not_exists(${without})`,
  ConsistentRead: true,
});

/** An item as it is in the table, written by any release. */
export type StoredItem = Key & Readonly<Record<string, unknown>>;

/** The run of a migration that decides on an item. */
export interface MigrationRun {
  /** Counts the attempts at the item from 1. */
  attempt: number;
  /** Whether it is the second run, an hour after the first one: no function of an earlier release runs any more. */
  isRepeat: boolean;
}

/** Adds what items of earlier releases lack. Applied to every item once; applying it again changes nothing. */
export interface ItemMigration {
  /** Whether an item may need the migration, judged only by the item. */
  concerns(item: StoredItem): boolean;
  /** The writes that add what the current item lacks; none if nothing is missing. */
  writes(store: string, item: StoredItem, now: string, run?: MigrationRun): Promise<readonly Write[]>;
}

/** Whether an item is in none of the numbered parts of an index: earlier releases had one partition for all. */
export const isUndivided = (partition: unknown): boolean => typeof partition === 'string' && !/#\d+$/.test(partition);
