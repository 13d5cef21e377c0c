/**
 * Items by which a search finds records: by an email address, or by the start of a name. Each record contains its terms, and both change in one
 * transaction, so that no item of earlier terms is left. An item only leads to a record: a search compares the record itself.
 */
import { type Resource, resources } from '../../schema/ids.ts';
import type { Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import type { Terms } from './name-rules.ts';

/** The keys of the items for the terms of a record. */
const keysOf = (store: string, id: string, { address, names = [] }: Terms = {}): Key[] => [
  ...(address === undefined ? [] : [keys.foundByAddress(store, address, id)]),
  ...names.map((name) => keys.foundByName(store, name, id)),
];

/** Whether two lists of terms have the same items. */
export const areSame = (one: Terms | undefined, other: Terms | undefined): boolean =>
  JSON.stringify(keysOf('', '_', one)) === JSON.stringify(keysOf('', '_', other));

/** Replaces the items of a record's earlier terms. The same commit must store the next terms in the record, or remove it. */
export function replace(store: string, id: string, was: Terms | undefined, next: Terms | undefined): Write[] {
  const [before, after] = [keysOf(store, id, was), keysOf(store, id, next)];
  const lacks = (list: readonly Key[]) => (key: Key) => !list.some(({ pk, sk }) => pk === key.pk && sk === key.sk);
  return [
    ...before.filter(lacks(after)).map((key) => items.removeAny(key)),
    ...after.filter(lacks(before)).map((key) => items.overwrite(key, { id, without_events: true })),
  ];
}

/** Whether an item that a search found belongs to a record with these terms. */
export const includes = (store: string, id: string, terms: Terms | undefined, { pk, sk }: Key): boolean =>
  keysOf(store, id, terms).some((key) => key.pk === pk && key.sk === sk);

/** The key of a search's items; the items of a resource have ids with its prefix. */
const prefixOf = (resource: Resource): string => `${resources[resource].prefix}_`;

/** Ids of up to `limit` records of a resource with an address, the greatest first. `address` is its HMAC. */
export function listByAddress(
  store: string,
  address: string,
  { resource, limit }: { resource: 'customer' | 'giftCard'; limit: number },
): Promise<string[]> {
  const { pk, sk } = keys.foundByAddress(store, address, prefixOf(resource));
  return listIds({ pk, prefix: sk, limit, newestFirst: true });
}

/** Ids of up to `limit` records of a resource with a name that starts like this, in the order of the names. Each may be in the list twice. */
export function listByName(
  store: string,
  name: string,
  { resource, limit }: { resource: 'customer' | 'product'; limit: number },
): Promise<string[]> {
  const { pk } = keys.foundByName(store, name, prefixOf(resource));
  return listIds({ pk, prefix: name, limit });
}

async function listIds(listed: { pk: string; prefix: string; limit: number; newestFirst?: boolean }) {
  const found = await items.list<{ id: string }>({ ...listed, read: items.rawItem });
  return found.map(({ id }) => id);
}
