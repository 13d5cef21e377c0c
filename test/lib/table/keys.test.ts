/** The table's keys: which store each belongs to, and which belong to none. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { keys } from '../../../lib/table/keys.ts';

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
  expect(ofNoStore.toSorted()).toEqual(named.toSorted());
});
