/** Whether a product's rating is that of its published reviews: it must be, since both change in one transaction. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Rating } from '../domain/review.ts';
import type { Product } from '../table/catalog/products.ts';
import * as products from '../table/catalog/products.ts';
import * as reviews from '../table/reviews/reviews.ts';

export interface Drift {
  product_id: string;
  /** As the product has it. */
  stored: Rating;
  /** As its published reviews have it. */
  counted: Rating;
}

const attemptsAtMost = 5;
const pauseMilliseconds = 500;
const reviewsAtOnce = 1000;

/** The product's drift, or undefined. A difference counts only while nothing moves: the index may lag, reviews may be posted. */
export async function findDrift(store: string, id: string): Promise<Drift | undefined> {
  let before = ratingOf(await products.get(store, id));
  for (let attempt = 1; ; attempt += 1) {
    const counted = await countPublished(store, id);
    const stored = ratingOf(await products.get(store, id));
    if (isSame(stored, counted)) return undefined;
    if (attempt >= attemptsAtMost && isSame(before, stored)) return { product_id: id, stored, counted };
    before = stored;
    await sleep(pauseMilliseconds);
  }
}

const ratingOf = ({ review_count, rating_sum }: Product): Rating => ({ review_count, rating_sum });

const isSame = (a: Rating, b: Rating): boolean => a.review_count === b.review_count && a.rating_sum === b.rating_sum;

async function countPublished(store: string, product: string): Promise<Rating> {
  const rating = { review_count: 0, rating_sum: 0 };
  let after: string | undefined;
  do {
    const page = await reviews.list(store, { product, statuses: ['published'] }, { after, limit: reviewsAtOnce });
    rating.review_count += page.length;
    rating.rating_sum += page.reduce((sum, review) => sum + review.rating, 0);
    after = page.length === reviewsAtOnce ? page.at(-1)?.id : undefined;
  } while (after !== undefined);
  return rating;
}
