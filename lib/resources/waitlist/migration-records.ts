/** What waitlists of earlier releases lack. */
import { newId } from '../../runtime/ids.ts';
import { log } from '../../runtime/log.ts';
import * as items from '../../table/items.ts';
import { type ItemMigration, isUndivided } from '../../table/items.ts';
import * as ranking from './ranking-records.ts';
import * as waitlist from './records.ts';
import * as variantCounts from './variant-count-records.ts';
import { countEntries } from './variant-waiting-records.ts';
import * as waitingCount from './waiting-count-records.ts';

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

/** Since 0.6.0, entries are listed by variant and time of joining. */
const turns: ItemMigration = {
  concerns: ({ sk, id, joined_at, product_feed_pk }) =>
    sk.startsWith('ENTRY#') && id !== undefined && joined_at !== undefined && product_feed_pk === undefined,
  writes: async (store, { pk, sk, id, product_id, variant_id, joined_at }) => [
    waitlist.listByTurn(store, {
      ...{ pk, sk, id: String(id), product_id: String(product_id) },
      ...{ variant_id: String(variant_id), joined_at: String(joined_at) },
    }),
  ],
};

/** Each attempt reads all entries of a product again if its counts have changed meanwhile. */
const attemptsAtCounting = 5;

/**
 * Since 0.6.0, a product counts its waiting shoppers by variant. In a rush, the counts may change during each attempt: the first run then leaves
 * the product to the second run, where it counts as failed. Until the second run has counted a product, its entries are read instead.
 */
const countedVariants: ItemMigration = {
  concerns: ({ sk, waiting_count, counted_by_variant }) =>
    sk === 'PRODUCT' && (waiting_count !== undefined || counted_by_variant === undefined),
  async writes(store, { id, waiting_count }, _now, { attempt, isRepeat } = { attempt: 1, isRepeat: false }) {
    if (!isRepeat && waiting_count === undefined) return [];
    if (attempt > attemptsAtCounting) {
      const message = 'the waiting shoppers of a product changed during each count';
      if (isRepeat) throw new Error(message);
      log('warn', message, { store_id: store, product_id: id });
      return [];
    }
    const counts = await waitingCount.find(store, String(id));
    if (!counts) return [];
    const isWaited = counts.product.waiting_count !== undefined;
    const entries = isWaited ? await countEntries(store, counts.product.id) : new Map();
    return variantCounts.recount(store, counts, entries, { isRepeat });
  },
};

export const waitingByVariant: readonly ItemMigration[] = [turns, countedVariants];

export const itemMigrations: readonly ItemMigration[] = [rankedProducts, shoppersEntries];
