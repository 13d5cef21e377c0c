import { getProductWaitlist } from '../../../lib/contract/api/waitlist.ts';
import { notFound } from '../../../lib/contract/kinds/errors.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import { countWaiting } from '../../../lib/table/waitlist/waiting-count.ts';

export const handler = query(getProductWaitlist, async ({ store, path: { product_id } }) => {
  const waiting_count = await countWaiting(store.id, product_id);
  if (waiting_count === undefined) throw notFound();

  return ok({ data: { product_id, waiting_count } });
});
