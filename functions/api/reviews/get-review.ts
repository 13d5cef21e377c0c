import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { findRelated } from '../../../lib/resources/reviews/expansion-records.ts';
import { getReview } from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { expandedView } from '../../../lib/resources/reviews/rules.ts';

export const handler = query(getReview, async ({ store, path, query: { expand } }) => {
  const review = await reviews.get(store.id, path.review_id);

  const related = await findRelated(store.id, [review], expand);

  return ok(expandedView(review, expand, related));
});
