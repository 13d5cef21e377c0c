import { storefrontQuery } from '../../lib/chain/storefront.ts';
import * as customers from '../../lib/resources/customers/records.ts';
import { listCustomerReviews } from '../../lib/resources/reviews/functions.ts';
import * as reviews from '../../lib/resources/reviews/records.ts';
import { storefrontView } from '../../lib/resources/reviews/rules.ts';
import { pageOf } from '../../lib/table/reads.ts';

export const handler = storefrontQuery(listCustomerReviews, async ({ store, payload }) => {
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

  return pageOf(items, limit, storefrontView);
});
