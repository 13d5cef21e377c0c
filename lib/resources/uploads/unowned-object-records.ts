/**
 * Objects in the bucket without an owner. Each has an item here with the time when it is to be deleted, written before
 * the object can exist or in the transaction that takes it from its owner. The transaction that gives it an owner
 * removes the item. So every object has an owner or is due, even if a function dies in between.
 */
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { dueAt } from '../../table/due.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys, shardOf, shards } from '../../table/keys.ts';

export interface UnownedObjects {
  id: string;
  store_id: string;
  /** Keys in the bucket: the objects to delete when it is due. */
  objects: readonly string[];
  /** S3's own id of the multipart upload that makes the first object, while one is in progress. */
  multipart_id?: string;
  due_at: string;
  /** The objects can no longer be claimed. */
  ended?: true;
}

const read = readerWith({
  id: asStored,
  store_id: asStored,
  objects: asStored,
  multipart_id: asStored,
  due_at: asStored,
  ended: asStored,
} satisfies StoredAs<UnownedObjects>);

/** The item, even an ended one, or undefined. */
export const find = <T extends UnownedObjects>(store: string, id: string) => findAt<T>(keyOf({ store_id: store, id }));

/** The item under a key, or undefined. */
export const findAt = <T extends UnownedObjects>(key: Key) => items.find<T>(key, read<T>);

/** An item with objects that a transaction may claim until it is due. */
export const create = <T extends UnownedObjects>(unowned: T): Write => items.create(keyOf(unowned), itemOf(unowned));

/** An item as it is once `create` is committed. */
export const created = <T extends UnownedObjects>(unowned: T): Stored<T> => ({ ...unowned, version: 1 });

/** The transaction that contains this write gives the objects their owner. */
export const claim = (read: Stored<UnownedObjects>): Write => items.remove(keyOf(read), read);

/** Replaces what was read with `next`. */
export const replace = <T extends UnownedObjects>(read: Stored<T>, next: T): Write =>
  items.change(keyOf(read), read, itemOf(next));

/** From here on the objects cannot be claimed. */
export const end = (read: Stored<UnownedObjects>, now: string): Write =>
  replace(read, { ...read, due_at: now, ended: true });

/** Shards of a store's uploads: each takes 1,000 write units a second. */
const parts = 8;

export const allParts: readonly number[] = shards(parts);

const keyOf = ({ store_id, id }: Pick<UnownedObjects, 'store_id' | 'id'>): Key =>
  keys.unowned(store_id, shardOf(id, parts), id);

const itemOf = (unowned: UnownedObjects) => ({ ...unowned, ...dueAt('OBJECTS', unowned.due_at, keyOf(unowned)) });
