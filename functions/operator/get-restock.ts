import { getRestock } from '../../lib/contract/functions/waitlist.ts';
import { notFound } from '../../lib/contract/kinds/errors.ts';
import { totalProgress } from '../../lib/domain/restock.ts';
import { storeQuery } from '../../lib/invoke/function.ts';
import * as restocks from '../../lib/table/waitlist/restocks.ts';
import { parts } from '../../lib/table/waitlist/waiting-count.ts';

export const handler = storeQuery(getRestock, async ({ store, payload }) => {
  const found = await restocks.findWithProgress(store.id, payload.restock_id);
  if (!found) throw notFound();
  const { restock_id, product_id, variant_id, created_at, notifying } = found.restock;

  return { restock_id, product_id, variant_id, created_at, notifying, ...totalProgress(found.progress, parts) };
});
