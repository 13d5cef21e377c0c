/** What orders lack that were stored before 0.2.0. */
import { type ItemMigration, isUndivided } from '../../table/items.ts';
import * as customers from '../customers/records.ts';
import * as orders from './records.ts';
import { forgetCustomer } from './rules.ts';

/** Orders stood in one partition of their list, and nothing led from a customer to them. */
const customersOrders: ItemMigration = {
  concerns: ({ pk, sk }) => sk === 'ORDER' && pk.includes('#ORDER#'),
  async writes(store, { id, customer_id, feed_pk }, now) {
    const order = await orders.get(store, String(id));
    const [isOf, customer] = await Promise.all([
      orders.isOf(store, order.customer_id, order.id),
      customers.findRecord(store, String(customer_id)),
    ]);
    // A deletion of before 0.2.0 did not reach the orders.
    const isForgotten = customer !== undefined && customers.isDeleted(customer);
    const next = isForgotten && !order.forgotten ? forgetCustomer(order) : order;
    return [
      ...(next !== order || isUndivided(feed_pk) ? [orders.replace(store, order, next, now)] : []),
      ...(isOf || isForgotten ? [] : [orders.ownedBy(store, order)]),
    ];
  },
};

export const itemMigrations: readonly ItemMigration[] = [customersOrders];
