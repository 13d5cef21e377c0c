import { getProductWaitlist } from '../../../lib/contract/api/waitlist.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as waitingCount from '../../../lib/table/waitlist/waiting-count.ts';

export const handler = query(getProductWaitlist, async ({ store, path: { product_id } }) => {
  const waiting_count = await waitingCount.get(store.id, product_id);

  return ok({ data: { product_id, waiting_count } });
});
