import { storefrontCommand } from '../../lib/chain/storefront.ts';
import * as contract from '../../lib/resources/reviews/functions.ts';
import * as reviews from '../../lib/resources/reviews/records.ts';
import { authorView, editReview, refuseBanned, says } from '../../lib/resources/reviews/rules.ts';
import { notFound } from '../../lib/schema/errors.ts';

export const handler = storefrontCommand(contract.editReview, {
  async decide({ store, payload, now }) {
    const review = await reviews.find(store.id, payload.review_id);
    if (review?.customer_id !== payload.customer_id) throw notFound();
    if (says(review, payload)) return { writes: [], reply: authorView(review) };
    refuseBanned(review.author_standing);

    const edited = editReview(review, payload, now);

    return { writes: reviews.replace(store.id, review, edited), reply: authorView(edited) };
  },
});
