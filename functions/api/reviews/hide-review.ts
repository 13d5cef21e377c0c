import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import * as contract from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { hideReview, view } from '../../../lib/resources/reviews/rules.ts';

export const handler = command(contract.hideReview, async ({ store, path, body, caller, now }) => {
  const [review, { actor }] = await Promise.all([reviews.get(store.id, path.review_id), caller()]);

  const hidden = hideReview(review, body, { now, actor });

  return { writes: reviews.replace(store.id, review, hidden), reply: ok(view(hidden)) };
});
