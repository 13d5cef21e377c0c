/** The table's keys: which store each belongs to, and which belong to none. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { transactionOf } from '../../../lib/once/unit-of-work.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import * as items from '../../../lib/table/items.ts';
import { batchReads } from '../../../lib/table/joint-reads.ts';
import { keys, objectKeys, partitions, timeKeys } from '../../../lib/table/keys.ts';
import { watch } from '../../support/aws/aws-calls.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../bin/reference/project/3-security.md'), 'utf8');

/** Partition keys, those of a store made with its id. */
const partitionKeys = Object.values(keys).map((key): string => {
  const made: unknown = typeof key === 'function' ? Reflect.apply(key, undefined, ['sto_1', 'a', 'b', 'c', 'd']) : key;
  return typeof made === 'string' ? made : String(Reflect.get(Object(made), 'pk'));
});

test('begin with the store’s id, but for those that the security page names', () => {
  const ofNoStore = partitionKeys.filter((pk) => !pk.startsWith('sto_1#')).map((pk) => pk.replace('sto_1', ''));
  const [, exceptions = ''] = /begins with the store's id[^.]*\.([\s\S]*?)\n- /.exec(page) ?? [];
  const named = [...exceptions.matchAll(/`([A-Z]+#?)`/g)].map(([, name]) => name);

  expect(partitionKeys.length).toBeGreaterThan(30);
  expect([...new Set(ofNoStore)].toSorted()).toEqual(named.toSorted());
});

const made = Object.entries<unknown>({
  ...keys,
  ...partitions,
  digitalFile: objectKeys.digitalFile,
  pending: objectKeys.pending,
  time: timeKeys.of,
}).filter((entry): entry is [string, (...parts: string[]) => unknown] => typeof entry[1] === 'function');

test.each(made)('%s is another one where any part of it is another', (_, keyOf) => {
  const parts = ['sto_1', 'a', 'b', 'c', 'd'].slice(0, keyOf.length);
  const others = parts.map((_part, changed) => keyOf(...parts.map((part, index) => (index === changed ? 'x' : part))));

  const all = [keyOf(...parts), ...others].map((key) => JSON.stringify(key));
  expect(new Set(all).size, all.join('\n')).toBe(parts.length + 1);
});

test('no two kinds of items have a key in common', () => {
  const named = made
    .filter(([name]) => name in keys)
    .map(([, keyOf]) => JSON.stringify(keyOf('sto_1', 'a', 'b', 'c', 'd')));

  expect(named.filter((key, index) => named.indexOf(key) !== index)).toEqual([]);
});

async function storedItem() {
  const key = { pk: newId('store'), sk: 'ITEM' };
  await dynamodb.send(transactionOf([items.create(key, { name: 'Teapot' })]));
  return key;
}

const stored = expect.objectContaining({ name: 'Teapot' });

test.each([
  ['strongly consistent', { consistent: true }],
  ['eventually consistent', { consistent: false }],
])('an item with its key given twice is found twice (%s)', async (_, how) => {
  const key = await storedItem();
  const missing = { ...key, sk: 'MISSING' };

  expect(await items.findMany([key, missing, key], items.rawItem, how)).toEqual([stored, undefined, stored]);
});

test('reads of one request that ask for the same item share one call', async () => {
  const key = await storedItem();

  const { result, calls } = await watch(() =>
    batchReads(() => Promise.all([items.find(key, items.rawItem), items.findMany([key, key], items.rawItem)])),
  );

  expect(result).toEqual([stored, [stored, stored]]);
  expect(calls).toHaveLength(1);
});

test('the engine refuses equal keys, in a read and in a transaction, as DynamoDB does', async () => {
  const key = await storedItem();
  const reading = new BatchGetCommand({ RequestItems: { [storeTable()]: { Keys: [key, key] } } });
  await expect(dynamodb.send(reading)).rejects.toThrow('duplicates');

  const twice = [items.overwrite(key, {}), items.overwrite(key, {})];

  await expect(dynamodb.send(transactionOf(twice))).rejects.toThrow('multiple operations on one item');
});
