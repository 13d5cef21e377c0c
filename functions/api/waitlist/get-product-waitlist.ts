import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { getProductWaitlist } from '../../../lib/resources/waitlist/operations.ts';
import * as waitingCount from '../../../lib/resources/waitlist/waiting-count-records.ts';

export const handler = query(getProductWaitlist, async ({ store, path: { product_id } }) => {
  const waiting_count = await waitingCount.get(store.id, product_id);

  return ok({ data: { product_id, waiting_count } });
});
