/** Counts the published reviews of a product from the reviews themselves. */
import * as batches from '../../runtime/batches.ts';
import { type Page, pagesOf } from '../../table/reads.ts';
import type { StarRating } from '../catalog/rules.ts';
import * as reviews from './records.ts';
import { addRatings, noRating, ratingMove } from './rules.ts';

/** The product's rating, counted from its reviews. Finds them by their marks because an index may lag. May omit reviews posted meanwhile. */
export async function countPublished(store: string, product: string): Promise<StarRating> {
  let rating = noRating;
  const read = (page: Page) => reviews.listIds(store, product, page);
  for await (const ids of pagesOf(read, (id) => id, { limit: batches.auditedReviews.size })) {
    const found = await reviews.findMany(store, ids);
    rating = found.reduce((sum, review) => addRatings(sum, ratingMove(undefined, review)), rating);
  }
  return rating;
}
