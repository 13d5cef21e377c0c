import { listReviews } from '../../../lib/contract/api/reviews.ts';
import { notFound } from '../../../lib/contract/kinds/errors.ts';
import { isPublicId } from '../../../lib/contract/kinds/ids.ts';
import { view } from '../../../lib/domain/review.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as products from '../../../lib/table/catalog/products.ts';
import * as customers from '../../../lib/table/customers/customers.ts';
import { pageOf } from '../../../lib/table/pages.ts';
import * as reviews from '../../../lib/table/reviews/reviews.ts';

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
