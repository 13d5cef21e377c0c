import * as contract from '../../../lib/contract/api/reviews.ts';
import { hideReview, view } from '../../../lib/domain/review.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as reviews from '../../../lib/table/reviews/reviews.ts';

export const handler = command(contract.hideReview, async ({ store, path, body, now }) => {
  const review = await reviews.get(store.id, path.review_id);

  const hidden = hideReview(review, body, now);

  return { writes: reviews.replace(store.id, review, hidden), reply: ok(view(hidden)) };
});
