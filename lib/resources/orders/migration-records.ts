/** Migrations of the orders and refunds of earlier releases. */
import { type ItemMigration, isUndivided } from '../../table/items.ts';
import * as customers from '../customers/records.ts';
import * as orders from './records.ts';
import * as refunds from './refund-records.ts';
import { forgetCustomer } from './rules.ts';

/** Orders were in one partition of their list, and a customer had no links to them. */
const customersOrders: ItemMigration = {
  concerns: ({ pk, sk }) => sk === 'ORDER' && pk.includes('#ORDER#'),
  async writes(store, { id, customer_id, feed_pk }, now) {
    const order = await orders.get(store, String(id));
    const [isOf, customer] = await Promise.all([
      orders.isOf(store, order.customer_id, order.id),
      customers.findRecord(store, String(customer_id)),
    ]);
    // Before 0.2.0, deleting a customer did not change their orders.
    const isForgotten = customer !== undefined && customers.isDeleted(customer);
    const next = isForgotten && !order.forgotten ? forgetCustomer(order) : order;
    return [
      ...(next !== order || isUndivided(feed_pk) ? [orders.replace(store, order, next, now)] : []),
      ...(isOf || isForgotten ? [] : [orders.ownedBy(store, order)]),
    ];
  },
};

/** Since 0.5.0: a customer's orders can be listed by time. */
const timesOfOrders: ItemMigration = {
  concerns: ({ pk, sk, feed_pk }) => sk.startsWith('ORDER#') && pk.includes('#ORDERS#') && feed_pk === undefined,
  async writes(store, { id }) {
    const order = await orders.find(store, String(id));
    const isLeading = order && (await orders.isOf(store, order.customer_id, order.id));
    return isLeading ? [orders.listByTime(store, order)] : [];
  },
};

/** Since 0.5.0: an order has copies of its refunds. */
const refundsOfOrders: ItemMigration = {
  concerns: ({ sk, created_at }) => sk === 'REFUND' && created_at === undefined,
  async writes(store, { refund_id }) {
    const refund = await refunds.find(store, String(refund_id));
    return refund && !(await refunds.isListed(store, refund)) ? [refunds.list(store, refund)] : [];
  },
};

/** Release 0.3.0 ends that an order is due if it finds no card left to issue. */
const unfinishedOrders: ItemMigration = {
  concerns: ({ sk, due_pk, refunding, issued }) =>
    sk === 'ORDER' && due_pk === undefined && (refunding !== undefined || issued !== undefined),
  async writes(store, { id }, now) {
    const order = await orders.get(store, String(id));
    return [orders.replace(store, order, order, now)];
  },
};

export const orderDetails: readonly ItemMigration[] = [timesOfOrders, refundsOfOrders, unfinishedOrders];

export const itemMigrations: readonly ItemMigration[] = [customersOrders];
