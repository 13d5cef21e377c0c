/** What waitlists of releases before 0.2.0 lack. */
import { newId } from '../../runtime/ids.ts';
import * as items from '../../table/items.ts';
import { type ItemMigration, isUndivided } from '../../table/items.ts';
import * as ranking from './ranking-records.ts';
import * as waitlist from './records.ts';

/** Waitlisted products were in one partition of the ranking. */
const rankedProducts: ItemMigration = {
  concerns: ({ sk, ranking_pk }) => sk === 'PRODUCT' && isUndivided(ranking_pk),
  writes: async (store, { pk, sk, id }) => [
    items.update({ pk, sk }, { set: { ranking_pk: ranking.partitionOf(store, String(id)) }, exists: true }),
  ],
};

/** Entries had no id, and were not listed under their shopper. */
const shoppersEntries: ItemMigration = {
  concerns: ({ sk, id, email }) => sk.startsWith('ENTRY#') && id === undefined && email !== undefined,
  async writes(store, { product_id, variant_id, email }) {
    const shopper = { product_id: String(product_id), variant_id: String(variant_id), email: String(email) };
    const entry = await waitlist.findRecord(store, shopper);
    const isUnnamed = waitlist.isWaiting(entry) && entry.id === undefined;
    return isUnnamed ? waitlist.nameEntry(store, entry, newId('waitlistEntry')) : [];
  },
};

export const itemMigrations: readonly ItemMigration[] = [rankedProducts, shoppersEntries];
