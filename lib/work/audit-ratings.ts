/** Whether a product's rating is that of its published reviews: it must be, since both change in one transaction. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../resources/catalog/product-records.ts';
import * as products from '../resources/catalog/product-records.ts';
import type { Rating } from '../resources/catalog/rules.ts';
import type { Drift } from '../resources/reviews/fields.ts';
import * as reviews from '../resources/reviews/records.ts';
import { ratingMove } from '../resources/reviews/rules.ts';
import * as batches from '../runtime/batches.ts';
import { type Page, pagesOf } from '../table/pages.ts';

const looksAtMost = 5;
const betweenLooksMilliseconds = 500;

/** The product's drift, or undefined. A difference counts only while nothing moves: reviews may be posted meanwhile. */
export async function findDrift(store: string, id: string): Promise<Drift | undefined> {
  let before = ratingOf(await products.get(store, id));
  for (let look = 1; ; look += 1) {
    const counted = await countPublished(store, id);
    const stored = ratingOf(await products.get(store, id));
    if (isSame(stored, counted)) return undefined;
    if (look >= looksAtMost && isSame(before, stored)) return { product_id: id, stored, counted };
    before = stored;
    await sleep(betweenLooksMilliseconds);
  }
}

const ratingOf = ({ review_count, rating_sum }: Product): Rating => ({ review_count, rating_sum });

const isSame = (a: Rating, b: Rating): boolean => a.review_count === b.review_count && a.rating_sum === b.rating_sum;

/** Every review of the product, by its mark: an index may lag. */
async function countPublished(store: string, product: string): Promise<Rating> {
  const rating = { review_count: 0, rating_sum: 0 };
  const read = (page: Page) => reviews.listIds(store, product, page);
  for await (const ids of pagesOf(read, (id) => id, { limit: batches.auditedReviews.size })) {
    for (const review of await reviews.findMany(store, ids)) {
      const counted = ratingMove(undefined, review);
      rating.review_count += counted.review_count;
      rating.rating_sum += counted.rating_sum;
    }
  }
  return rating;
}
