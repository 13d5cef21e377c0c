import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { waitlistedView } from '../../../lib/resources/catalog/rules.ts';
import { listWaitlistedProducts } from '../../../lib/resources/waitlist/operations.ts';
import * as waitlistedProducts from '../../../lib/resources/waitlist/waitlisted-product-records.ts';
import { pageOf } from '../../../lib/table/reads.ts';

export const handler = query(listWaitlistedProducts, async ({ store, query: { search, after, limit } }) => {
  const products = await waitlistedProducts.list(store.id, { search, after, limit: limit + 1 });

  return ok(pageOf(products, limit, waitlistedView));
});
