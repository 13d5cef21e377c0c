import { command } from '../../../lib/chain/endpoint.ts';
import { noContent } from '../../../lib/chain/reply.ts';
import * as contract from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { removeReply } from '../../../lib/resources/reviews/rules.ts';

export const handler = command(contract.removeReviewReply, async ({ store, path }) => {
  const review = await reviews.getWithReply(store.id, path.review_id);

  return { writes: reviews.replace(store.id, review, removeReply(review)), reply: noContent() };
});
