/** Plans the emails that ask for reviews of an order that is fulfilled. */
import type { Commit } from '../once/unit-of-work.ts';
import * as sites from '../resources/catalog/site-records.ts';
import type { OrderRecord } from '../resources/orders/rules.ts';
import * as requests from '../resources/review-requests/records.ts';
import { planned } from '../resources/review-requests/rules.ts';
import { newId } from '../runtime/ids.ts';
import type { Write } from '../table/items.ts';

type Fulfilled = Pick<OrderRecord, 'id' | 'site_id'>;

/** The write that plans the emails of an order that is fulfilled now, if its site asks for reviews. */
export async function planOf(store: string, { id, site_id }: Fulfilled, fulfilled_at: string): Promise<Write[]> {
  const site = await sites.find(store, site_id);
  const request = planned({ id: newId('reviewRequest'), order_id: id, fulfilled_at }, site?.review_requests);
  return request ? [requests.create(store, request)] : [];
}

/** Plans the emails of an order that was recorded as fulfilled, unless they are planned. The order's own transaction may have no room for it. */
export const planOnce = (commit: Commit, store: string, order: Fulfilled & { created_at: string }): Promise<void> =>
  commit({
    async decide() {
      const known = await requests.find(store, order.id);
      return { writes: known ? [] : await planOf(store, order, order.created_at), reply: undefined };
    },
  });
