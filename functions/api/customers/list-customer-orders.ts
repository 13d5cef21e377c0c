import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { listCustomerOrders } from '../../../lib/resources/customers/operations.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import { order } from '../../../lib/resources/orders/fields.ts';
import * as orders from '../../../lib/resources/orders/records.ts';
import { show } from '../../../lib/schema/field.ts';
import { pageOf } from '../../../lib/table/reads.ts';

export const handler = query(listCustomerOrders, async ({ store, path, query: { after, limit } }) => {
  const [listed] = await Promise.all([
    orders.listOf(store.id, path.id, { after, limit: limit + 1 }),
    customers.get(store.id, path.id, listCustomerOrders.notFound),
  ]);

  return ok(pageOf(listed, limit, (each) => show(order, each)));
});
