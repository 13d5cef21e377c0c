import { storefrontCommand } from '../../lib/chain/storefront.ts';
import { deleteReview } from '../../lib/resources/reviews/functions.ts';
import * as reviews from '../../lib/resources/reviews/records.ts';
import { notFound } from '../../lib/schema/errors.ts';

export const handler = storefrontCommand(deleteReview, {
  async decide({ store, payload, now }) {
    const record = await reviews.findRecord(store.id, payload.review_id);
    if (record?.customer_id !== payload.customer_id) throw notFound();

    return {
      writes: reviews.isDeleted(record) ? [] : reviews.remove(store.id, record, now),
      reply: { review_id: record.id, deleted: true as const },
    };
  },
});
