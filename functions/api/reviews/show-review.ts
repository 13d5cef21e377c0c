import * as contract from '../../../lib/contract/api/reviews.ts';
import { showReview, statusOf, view } from '../../../lib/domain/review.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as reviews from '../../../lib/table/reviews/reviews.ts';

export const handler = command(contract.showReview, async ({ store, path }) => {
  const review = await reviews.get(store.id, path.review_id);
  if (statusOf(review) !== 'hidden') return { writes: [], reply: ok(view(review)) };

  const shown = showReview(review);

  return { writes: reviews.replace(store.id, review, shown), reply: ok(view(shown)) };
});
