import { storeQuery } from '../../lib/chain/function.ts';
import * as products from '../../lib/resources/catalog/product-records.ts';
import { auditRatings } from '../../lib/resources/reviews/functions.ts';
import { findDrift } from '../../lib/work/audits.ts';

/** Audits up to `limit` products after the one with the id `after`. `next` is the `after` of the next page, or null. */
export const handler = storeQuery(auditRatings, async ({ store, payload }) => {
  const { after, limit } = payload;
  const ids = await products.listIds(store.id, { after, limit });

  const drifts = await Promise.all(ids.map((id) => findDrift(store.id, id)));

  return {
    audited: ids.length,
    drifts: drifts.filter((drift) => drift !== undefined),
    next: (ids.length === limit && ids.at(-1)) || null,
  };
});
