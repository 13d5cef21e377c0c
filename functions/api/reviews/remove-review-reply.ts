import { command } from '../../../lib/chain/endpoint.ts';
import { noContent } from '../../../lib/chain/reply.ts';
import * as contract from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { removeReply } from '../../../lib/resources/reviews/rules.ts';

export const handler = command(contract.removeReviewReply, async ({ store, path, caller }) => {
  const [review, { actor }] = await Promise.all([reviews.getWithReply(store.id, path.review_id), caller()]);

  return { writes: reviews.replace(store.id, review, removeReply(review, actor)), reply: noContent() };
});
