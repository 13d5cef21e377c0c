import { storeQuery } from '../../lib/chain/function.ts';
import { getRestock } from '../../lib/resources/waitlist/functions.ts';
import * as restocks from '../../lib/resources/waitlist/restock-records.ts';
import { totalProgress } from '../../lib/resources/waitlist/restock-rules.ts';
import { allParts } from '../../lib/resources/waitlist/waiting-count-records.ts';
import { notFound } from '../../lib/schema/errors.ts';

export const handler = storeQuery(getRestock, async ({ store, payload }) => {
  const found = await restocks.findWithProgress(store.id, payload.restock_id);
  if (!found) throw notFound();
  const { restock_id, product_id, variant_id, created_at, notifying } = found.restock;
  const parts = restocks.isOfFew(found.restock) ? 1 : allParts.length;

  return { restock_id, product_id, variant_id, created_at, notifying, ...totalProgress(found.progress, parts) };
});
