import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import { listReviews } from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { view } from '../../../lib/resources/reviews/rules.ts';
import { notFound } from '../../../lib/schema/errors.ts';
import { isPublicId } from '../../../lib/schema/ids.ts';
import { pageOf } from '../../../lib/table/reads.ts';

export const handler = query(listReviews, async ({ store, query: { product, customer, status, after, limit } }) => {
  if (product !== undefined && !isPublicId('product', product)) throw notFound();
  if (customer !== undefined && !isPublicId('customer', customer)) throw notFound();

  const [items] = await Promise.all([
    reviews.list(store.id, { product, customer, statuses: status && [status] }, { after, limit: limit + 1 }),
    product && products.get(store.id, product),
    customer && customers.get(store.id, customer),
  ]);

  return ok(pageOf(items, limit, view));
});
