/** The migration of sites that were imported before 0.3.0. */
import type { ItemMigration } from '../../table/items.ts';
import * as sites from './site-records.ts';

/** Sites were in no list. */
export const listedSites: ItemMigration = {
  concerns: ({ sk, feed_pk }) => sk === 'SITE' && feed_pk === undefined,
  writes: async (store, { id }) => [sites.enlist(store, String(id))],
};
