/** What reviews lack that were stored before 0.2.0. */
import { type ItemMigration, isUndivided } from '../../table/item-migration.ts';
import * as reviews from './records.ts';

/** Reviews stood in one partition for each status, and nothing but an index led from a product to them. */
const productsReviews: ItemMigration = {
  concerns: ({ pk, sk, feed_pk }) => sk === 'REVIEW' && pk.includes('#REVIEW#') && isUndivided(feed_pk),
  async writes(store, { id }) {
    const review = await reviews.find(store, String(id));
    return review ? [...reviews.replaceItem(store, review, review), reviews.mark(store, review)] : [];
  },
};

export const itemMigrations: readonly ItemMigration[] = [productsReviews];
