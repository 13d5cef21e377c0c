import { listCustomerReviews } from '../../lib/contract/functions/reviews.ts';
import { authorView } from '../../lib/domain/review.ts';
import { storeQuery } from '../../lib/invoke/function.ts';
import * as customers from '../../lib/table/customers/customers.ts';
import { pageOf } from '../../lib/table/pages.ts';
import * as reviews from '../../lib/table/reviews/reviews.ts';

export const handler = storeQuery(listCustomerReviews, async ({ store, payload }) => {
  const { customer_id: customer, after, limit } = payload;

  const [items] = await Promise.all([
    // A banned author's reviews are visible to no one, the author included.
    reviews.list(
      store.id,
      { customer, statuses: ['published', 'hidden', 'shadowbanned'] },
      { after, limit: limit + 1 },
    ),
    customers.get(store.id, customer),
  ]);

  return pageOf(items, limit, authorView);
});
