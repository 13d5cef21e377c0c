/** Lists of what is under one owner: items of a partition whose keys differ in an id, read a page at a time. */
import type { Reader, Stored } from './items.ts';
import * as items from './items.ts';
import type { Key } from './keys.ts';
import type { Page } from './pages.ts';

/**
 * Up to `limit` items after the one with the id `after`, which need not exist, in the order of their ids. `keyOf` gives the key of an
 * id; that of the empty id is how all of them begin.
 */
export function listUnder<T>(
  keyOf: (id: string) => Key,
  { after, limit, ...rest }: Page & { newestFirst?: boolean; read: Reader<T> },
): Promise<Stored<T>[]> {
  const { pk, sk: prefix } = keyOf('');
  return items.list<T>({ pk, prefix, after: after && keyOf(after).sk, limit, ...rest });
}

/** Ids of up to `limit` items after the one with the id `after`, of a partition that holds nothing but them. */
export async function listIdsUnder(keyOf: (id: string) => Key, { after = '', limit }: Page): Promise<string[]> {
  const { pk, sk } = keyOf(after);
  const listed = await items.list<{ id: string }>({ pk, prefix: '', after: sk, limit, read: items.rawItem });
  return listed.map(({ id }) => id);
}

/** The items under those keys that are there, in the keys' order. */
export async function findPresent<T>(keys: readonly Key[], read: Reader<T>): Promise<Stored<T>[]> {
  const found = await items.findMany<T>(keys, read);
  return found.filter((item) => item !== undefined);
}
