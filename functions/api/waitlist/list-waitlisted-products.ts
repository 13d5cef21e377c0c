import { listWaitlistedProducts } from '../../../lib/contract/api/waitlist.ts';
import { waitlistedView } from '../../../lib/domain/product.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import { pageOf } from '../../../lib/table/pages.ts';
import * as waitlistedProducts from '../../../lib/table/waitlist/waitlisted-products.ts';

export const handler = query(listWaitlistedProducts, async ({ store, query: { search, after, limit } }) => {
  const products = await waitlistedProducts.list(store.id, { search, after, limit: limit + 1 });

  return ok(pageOf(products, limit, waitlistedView));
});
