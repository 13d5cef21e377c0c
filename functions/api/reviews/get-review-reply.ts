import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { getReviewReply } from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { replyView } from '../../../lib/resources/reviews/rules.ts';

export const handler = query(getReviewReply, async ({ store, path }) =>
  ok(replyView(await reviews.getWithReply(store.id, path.review_id))),
);
