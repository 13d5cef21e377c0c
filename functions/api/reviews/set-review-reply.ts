import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import * as contract from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { replyView, setReply } from '../../../lib/resources/reviews/rules.ts';

export const handler = command(contract.setReviewReply, async ({ store, path, body, caller, now }) => {
  const [review, { actor }] = await Promise.all([reviews.get(store.id, path.review_id), caller()]);

  const next = setReply(review, body.body, { now, actor });

  const isChanged = next.reply !== review.reply;
  return { writes: isChanged ? reviews.replace(store.id, review, next) : [], reply: ok(replyView(next)) };
});
