import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import { findRelated } from '../../../lib/resources/reviews/expansion-records.ts';
import { listReviews } from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { expandedView } from '../../../lib/resources/reviews/rules.ts';
import { notFound } from '../../../lib/schema/errors.ts';
import { isPublicId } from '../../../lib/schema/ids.ts';
import { pageOf } from '../../../lib/table/reads.ts';

export const handler = query(listReviews, async ({ store, query: { after, limit, expand, ...filters } }) => {
  const { product, customer, status, ...rest } = filters;
  if (product !== undefined && !isPublicId('product', product)) throw notFound();
  if (customer !== undefined && !isPublicId('customer', customer)) throw notFound();

  const scope = { product, customer, statuses: status && [status], ...rest };
  const [{ items, next }] = await Promise.all([
    reviews.listFiltered(store.id, scope, { after, limit: limit + 1 }),
    product && products.get(store.id, product),
    customer && customers.get(store.id, customer),
  ]);
  const related = await findRelated(store.id, items.slice(0, limit), expand);

  return ok(pageOf(items, limit, (review) => expandedView(review, expand, related), next));
});
