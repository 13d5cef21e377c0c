import type { Store } from '../../domain/store.ts';
import type { Write } from '../items.ts';
import * as items from '../items.ts';
import { keys, partitions } from '../keys.ts';

/** The store's record, or undefined. */
export const find = (id: string) => items.find<Store>(keys.store(id));

export const create = (store: Store): Write =>
  items.create(keys.store(store.id), { ...store, feed_pk: partitions.stores, feed_sk: store.id });
