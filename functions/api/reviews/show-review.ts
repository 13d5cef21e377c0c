import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import * as contract from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { showReview, statusOf, view } from '../../../lib/resources/reviews/rules.ts';

export const handler = command(contract.showReview, async ({ store, path, caller }) => {
  const [review, { actor }] = await Promise.all([reviews.get(store.id, path.review_id), caller()]);
  if (statusOf(review) !== 'hidden') return { writes: [], reply: ok(view(review)) };

  const shown = showReview(review, actor);

  return { writes: reviews.replace(store.id, review, shown), reply: ok(view(shown)) };
});
