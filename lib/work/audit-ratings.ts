/** Whether a product's rating is that of its published reviews: it must be, since both change in one transaction. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as products from '../resources/catalog/product-records.ts';
import { histogram, movedStars, type StarRating, starNames } from '../resources/catalog/rules.ts';
import type { Drift } from '../resources/reviews/fields.ts';
import { countPublished } from '../resources/reviews/rating-records.ts';

const looksAtMost = 5;
const betweenLooksMilliseconds = 500;

/** The product's drift, or undefined. A difference counts only while nothing moves: reviews may be posted meanwhile. */
export async function findDrift(store: string, id: string): Promise<Drift | undefined> {
  let before = await products.get(store, id);
  for (let look = 1; ; look += 1) {
    const counted = await countPublished(store, id);
    const stored = await products.get(store, id);
    if (isSame(stored, counted) && (isSameByStars(stored, counted) || !movedStars(stored))) return undefined;
    if (look >= looksAtMost && isSame(before, stored) && isSameByStars(before, stored)) {
      return { product_id: id, stored: shown(stored), counted: shown(counted) };
    }
    before = stored;
    await sleep(betweenLooksMilliseconds);
  }
}

const isSame = (a: StarRating, b: StarRating): boolean =>
  a.review_count === b.review_count && a.rating_sum === b.rating_sum;

const isSameByStars = (a: StarRating, b: StarRating): boolean => starNames.every((name) => a[name] === b[name]);

const shown = (rating: StarRating) => ({
  review_count: rating.review_count,
  rating_sum: rating.rating_sum,
  ratings: histogram(rating),
});
