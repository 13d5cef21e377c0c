import type { Store } from '../../domain/store.ts';
import { create, get, type Write } from '../entities.ts';
import { keys, partitions } from '../keys.ts';

/** The store's record, or undefined. */
export const getStore = (id: string) => get<Store>(keys.store(id));

export const createStore = (store: Store): Write =>
  create(keys.store(store.id), { ...store, feed_pk: partitions.stores, feed_sk: store.id });

/** The store's record without what is only the table's. */
export const view = ({ id, name, currency, rate_limit, created_at }: Store): Store => ({
  id,
  name,
  currency,
  rate_limit,
  created_at,
});
