import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { getReview } from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { view } from '../../../lib/resources/reviews/rules.ts';

export const handler = query(getReview, async ({ store, path }) => {
  const review = await reviews.get(store.id, path.review_id);

  return ok(view(review));
});
