/** Migrations of reviews from earlier releases. */
import { type ItemMigration, isUndivided } from '../../table/items.ts';
import * as products from '../catalog/product-records.ts';
import { hasStars } from '../catalog/rules.ts';
import { countPublished } from './rating-records.ts';
import * as reviews from './records.ts';

/** Reviews were in one partition for each status, and only an index led from a product to its reviews. */
const productsReviews: ItemMigration = {
  concerns: ({ pk, sk, feed_pk }) => sk === 'REVIEW' && pk.includes('#REVIEW#') && isUndivided(feed_pk),
  async writes(store, { id }) {
    const review = await reviews.find(store, String(id));
    return review ? [reviews.replaceItem(store, review, review), reviews.mark(store, review)] : [];
  },
};

/** Since 0.3.0, published reviews have a key in the index by stars. */
const starsPlaces: ItemMigration = {
  concerns: ({ sk, deleted_at }) => sk === 'REVIEW' && deleted_at === undefined,
  async writes(store, { id }) {
    const review = await reviews.find(store, String(id));
    return review && reviews.isMisplaced(store, review) ? [reviews.replaceItem(store, review, review)] : [];
  },
};

/** Since 0.3.0, a product stores the number of its published reviews for each star rating. */
const starCounts: ItemMigration = {
  concerns: ({ sk }) => sk === 'PRODUCT',
  async writes(store, { id }) {
    const product = await products.find(store, String(id));
    if (!product || hasStars(product)) return [];
    return [products.recordStars(store, product, await countPublished(store, product.id))];
  },
};

/** Since 0.6.0, the copy of a review is in the lists by stars and by reply. */
export const filterPlaces: ItemMigration = {
  concerns: ({ sk, deleted_at }) => sk === 'REVIEW' && deleted_at === undefined,
  async writes(store, { id }) {
    const review = await reviews.find(store, String(id));
    return review && (await reviews.hasMisplacedCopy(store, review)) ? reviews.replace(store, review, review) : [];
  },
};

export const reviewsByStars: readonly ItemMigration[] = [starsPlaces, starCounts];

export const itemMigrations: readonly ItemMigration[] = [productsReviews];
