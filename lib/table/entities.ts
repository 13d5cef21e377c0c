/**
 * Reads and writes of single entities. Writes are values: nothing is sent until the unit of work commits them. An entity
 * carries a version that every replacement raises, and every write is conditioned on the version that was read, so a
 * decision is judged on what is true at the commit.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BatchGetCommand, GetCommand, QueryCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamodb, storeTable } from './client.ts';
import type { Key } from './keys.ts';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export type Stored<T> = T & { version: number };

interface Read {
  version: number;
  id?: string;
}

/** A key may outlive what lies under it, and versions begin anew: what was read is told by its id as well, where it has one. */
const unchanged = ({ version, id }: Read) => ({
  ConditionExpression: id === undefined ? '#version = :version' : '#version = :version AND id = :id',
  ExpressionAttributeNames: { '#version': 'version' },
  ExpressionAttributeValues: { ':version': version, ...(id === undefined ? {} : { ':id': id }) },
});

/** Puts an entity that must not exist yet. */
export const create = (key: Key, entity: object): Write => ({
  Put: {
    TableName: storeTable(),
    Item: { ...entity, version: 1, ...key },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** Puts `next` in the place of what was read. */
export const replace = (key: Key, read: Read, next: object): Write => ({
  Put: { TableName: storeTable(), Item: { ...next, version: read.version + 1, ...key }, ...unchanged(read) },
});

/** Deletes what was read. */
export const remove = (key: Key, read: Read): Write => ({
  Delete: { TableName: storeTable(), Key: key, ...unchanged(read) },
});

/** Deletes an item, whatever it is now. */
export const removeItem = ({ pk, sk }: Key): Write => ({ Delete: { TableName: storeTable(), Key: { pk, sk } } });

/** Writes nothing, but holds the commit to what was read: still there and unchanged. */
export const check = (key: Key, read: Read): Write => ({
  ConditionCheck: { TableName: storeTable(), Key: key, ...unchanged(read) },
});

/** Writes nothing, but holds the commit to these attributes being what they were when read. */
export const checkAttributes = (key: Key, attributes: Record<string, unknown>): Write => {
  const names = Object.keys(attributes);
  return {
    ConditionCheck: {
      TableName: storeTable(),
      Key: key,
      ConditionExpression: names.map((name) => `#${name} = :${name}`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
    },
  };
};

/** Creates the entity where nothing was read, else replaces what was. */
export const createOrReplace = (key: Key, read: Read | undefined, next: object): Write =>
  read ? replace(key, read, next) : create(key, next);

/** The item under a key as it is now (strongly consistent), or undefined. */
export async function get<T>(key: Key): Promise<Stored<T> | undefined> {
  const { Item } = await dynamodb.send(new GetCommand({ TableName: storeTable(), Key: key, ConsistentRead: true }));
  return Item as Stored<T> | undefined;
}

const keysAtOnce = 100;

/**
 * The items under several keys, which must differ, side by side and in the keys' order; undefined where there is none.
 */
export async function getMany<T>(keys: readonly Key[], { consistent = true } = {}): Promise<(Stored<T> | undefined)[]> {
  const portions = Array.from({ length: Math.ceil(keys.length / keysAtOnce) }, (_, portion) =>
    keys.slice(portion * keysAtOnce, (portion + 1) * keysAtOnce),
  );
  const items = await Promise.all(portions.map((portion) => getPortion<T>(portion, consistent)));
  const byKey = new Map(items.flat().map((item) => [JSON.stringify([item.pk, item.sk]), item]));
  return keys.map(({ pk, sk }) => byKey.get(JSON.stringify([pk, sk])));
}

async function getPortion<T>(portion: readonly Key[], consistent: boolean): Promise<(Stored<T> & Key)[]> {
  const found: (Stored<T> & Key)[] = [];
  let remaining = portion.map(({ pk, sk }): Record<string, unknown> => ({ pk, sk }));
  for (let attempt = 1; remaining.length > 0; attempt += 1) {
    const { Responses, UnprocessedKeys } = await dynamodb.send(
      new BatchGetCommand({ RequestItems: { [storeTable()]: { Keys: remaining, ConsistentRead: consistent } } }),
    );
    found.push(...((Responses?.[storeTable()] ?? []) as (Stored<T> & Key)[]));
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
}

/** Items of one partition in the order of their sort keys (strongly consistent), `limit` at most. */
export async function list<T>({ pk, prefix, after, limit, newestFirst = false }: ListRequest): Promise<Stored<T>[]> {
  const items: Stored<T>[] = [];
  let start: Record<string, unknown> | undefined = after === undefined ? undefined : { pk, sk: after };
  do {
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        TableName: storeTable(),
        KeyConditionExpression: prefix ? 'pk = :pk AND begins_with(sk, :prefix)' : 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk, ...(prefix ? { ':prefix': prefix } : {}) },
        ExclusiveStartKey: start,
        Limit: limit && limit - items.length,
        ScanIndexForward: !newestFirst,
        ConsistentRead: true,
      }),
    );
    items.push(...(Items as Stored<T>[]));
    // DynamoDB ends a page at 1 MB, wherever that is.
    start = LastEvaluatedKey;
  } while (start && (limit === undefined || items.length < limit));
  return items;
}

/** How many items of one partition have sort keys that begin so (strongly consistent); none is held in memory. */
export async function count(pk: string, prefix: string): Promise<number> {
  let counted = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const { Count = 0, LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        TableName: storeTable(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
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

/** Lambda answers 6 MB at most, in which a reply is JSON within JSON. */
const pageBytesAtMost = 5_000_000;

/**
 * A page of the contract's list envelope, from one item more than the page holds. Where the items are so large that a
 * function could not answer with them it is shorter, and the rest follows on the next.
 */
export function pageOf<T, V>(
  items: readonly T[],
  limit: number,
  view: (item: T) => V,
): { data: V[]; has_more: boolean } {
  const data: V[] = [];
  let bytes = 0;
  for (const item of items.slice(0, limit)) {
    const shown = view(item);
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(shown)));
    if (bytes > pageBytesAtMost && data.length > 0) break;
    data.push(shown);
  }
  return { data, has_more: data.length < items.length };
}

interface Merge {
  /** Attributes that take these values. */
  set: Record<string, unknown>;
  /** Attributes that take these values only where they are not there yet. */
  defaults?: Record<string, unknown>;
  /** Attributes that become the sum of another attribute, zero where it is not there, and a number. */
  sums?: Record<string, readonly [attribute: string, number: number | bigint]>;
  removed?: readonly string[];
  /** The commit is held to none of these attributes being there. */
  without?: readonly string[];
  /** The commit is held to these attributes being what they were when read. */
  unchanged?: Record<string, unknown>;
}

/** Creates an entity or changes some of its attributes, whatever it is now: no read is needed, the last one wins. */
export function merge(
  key: Key,
  { set, defaults = {}, sums = {}, removed = [], without = [], unchanged: same = {} }: Merge,
): Write {
  const names = new Map<string, string>();
  const name = (attribute: string): string => {
    const placeholder = `#${attribute}`;
    names.set(placeholder, attribute);
    return placeholder;
  };
  const assignments = [
    ...Object.keys(set).map((attribute) => `${name(attribute)} = :${attribute}`),
    ...Object.keys(defaults).map(
      (attribute) => `${name(attribute)} = if_not_exists(${name(attribute)}, :${attribute})`,
    ),
    ...Object.entries(sums).map(
      ([attribute, [other]]) => `${name(attribute)} = if_not_exists(${name(other)}, :zero) + :${attribute}`,
    ),
  ];
  const settings = assignments.length > 0 ? `SET ${assignments.join(', ')}` : '';
  const removals = removed.length > 0 ? ` REMOVE ${removed.map(name).join(', ')}` : '';
  const conditions = [
    ...without.map((attribute) => `attribute_not_exists(${name(attribute)})`),
    ...Object.keys(same).map((attribute) => `${name(attribute)} = :was_${attribute}`),
  ];
  const read = Object.entries(same).map(([attribute, value]) => [`:was_${attribute}`, value]);
  const added = Object.entries(sums).map(([attribute, [, number]]) => [attribute, number]);
  const values = [...Object.entries({ ...set, ...defaults }), ...added].map(([attribute, value]) => [
    `:${attribute}`,
    value,
  ]);
  return {
    Update: {
      TableName: storeTable(),
      Key: key,
      UpdateExpression: `${settings}${removals} ADD ${name('version')} :one`,
      ExpressionAttributeNames: Object.fromEntries(names),
      ExpressionAttributeValues: {
        ...Object.fromEntries([...values, ...read]),
        ':one': 1,
        ...(added.length > 0 ? { ':zero': 0 } : {}),
      },
      ...(conditions.length > 0 ? { ConditionExpression: conditions.join(' AND ') } : {}),
    },
  };
}
