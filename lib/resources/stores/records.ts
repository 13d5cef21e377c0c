import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { listFeedOf } from '../../table/feeds.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys, partitions } from '../../table/keys.ts';
import type { Page } from '../../table/reads.ts';
import { defaultAddressSettings, type Store } from './rules.ts';

/** Completes a store's record. */
export const read = readerWith({
  id: asStored,
  name: asStored,
  currency: asStored,
  rate_limit: asStored,
  ...defaultAddressSettings,
  created_at: asStored,
  made_from: asStored,
} satisfies StoredAs<Store>);

/** The store's record, or undefined. */
export const find = (id: string) => items.find<Store>(keys.store(id), read);

/** The store's record. Throws 404. */
export const get = async (id: string) => items.orNotFound(await find(id), 'Store not found');

/** Stores after the one with the id `after`, by id. */
export const list = async (page: Page) =>
  (await listFeedOf<Store>('feed', partitions.stores, { ...page, oldestFirst: true })).map(read);

export const create = (store: Store): Write => items.create(keys.store(store.id), itemOf(store));

export const replace = (was: Stored<Store>, next: Store): Write => items.change(keys.store(was.id), was, itemOf(next));

const itemOf = (store: Store): object => ({ ...store, feed_pk: partitions.stores, feed_sk: store.id });
