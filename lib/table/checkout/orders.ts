import { notFound } from '../../contract/kinds/errors.ts';
import { cardsOwed, isPaid, type OrderRecord, type Refund } from '../../domain/order.ts';
import { toSeconds, toTimestamp } from '../../runtime/clock.ts';
import { recordPurchase } from '../customers/purchases.ts';
import { dueAt, neverDue } from '../due.ts';
import type { Stored, Write } from '../entities.ts';
import * as entities from '../entities.ts';
import { listFeeds } from '../feeds.ts';
import { keys, partitions } from '../keys.ts';

export const find = (store: string, id: string) => entities.get<OrderRecord>(keys.order(store, id));

/** The order. Throws 404 where it does not exist. */
export async function get(store: string, id: string): Promise<Stored<OrderRecord>> {
  const order = await find(store, id);
  if (!order) throw notFound();
  return order;
}

export const create = (store: string, order: OrderRecord): Write[] => [
  entities.create(keys.order(store, order.id), itemOf(store, order, order.created_at)),
  ...purchasesOf(store, order),
];

export const replace = (store: string, read: Stored<OrderRecord>, next: OrderRecord, now: string): Write =>
  entities.replace(keys.order(store, read.id), read, itemOf(store, next, now));

/** An order that was pending becomes paid. */
export const pay = (store: string, read: Stored<OrderRecord>, next: OrderRecord, now: string): Write[] => [
  replace(store, read, next, now),
  ...purchasesOf(store, next),
];

/** One for each product of a paid order: the last variant of it. */
const purchasesOf = (store: string, order: OrderRecord): Write[] =>
  isPaid(order)
    ? [...new Map(order.lines.map((line) => [line.product_id, line])).values()].map(({ product_id, variant_id }) =>
        recordPurchase(store, { customer_id: order.customer_id, product_id, variant_id, order_id: order.id }),
      )
    : [];

/** Who recorded the order issues its cards at once; the sweep comes a minute later for those a dead function left. */
const secondsToIssue = 60;

function itemOf(store: string, order: OrderRecord, now: string): object {
  const owing = cardsOwed(order) > 0;
  return {
    ...order,
    feed_pk: order.gift_card_id ? partitions.giftCardOrders(store) : undefined,
    feed_sk: order.gift_card_id ? order.id : undefined,
    ...(owing ? dueAt(store, 'ORDERS', toTimestamp((toSeconds(now) + secondsToIssue) * 1000), order.id) : neverDue),
  };
}

/** Orders that a gift card paid for, the greatest id first. */
export const listPaidByGiftCard = (store: string, page: { after?: string | undefined; limit: number }) =>
  listFeeds<OrderRecord>('feed', [partitions.giftCardOrders(store)], page);

/** A refund with the amount that was asked for. */
export interface RefundRecord extends Refund {
  amount: number;
}

export const findRefund = (store: string, id: string) => entities.get<RefundRecord>(keys.refund(store, id));

export const createRefund = (store: string, refund: RefundRecord): Write =>
  entities.create(keys.refund(store, refund.refund_id), refund);

export const refundView = ({ refund_id, to_card, to_gift_card, tax, order_id }: Refund): Refund => ({
  refund_id,
  to_card,
  to_gift_card,
  tax,
  order_id,
});
