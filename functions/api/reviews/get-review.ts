import { getReview } from '../../../lib/contract/api/reviews.ts';
import { view } from '../../../lib/domain/review.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as reviews from '../../../lib/table/reviews/reviews.ts';

export const handler = query(getReview, async ({ store, path }) => {
  const review = await reviews.get(store.id, path.review_id);

  return ok(view(review));
});
