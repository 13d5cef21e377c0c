import { BoundedMap } from '../../runtime/collections.ts';
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import { toSeconds, toTimestamp } from '../../schema/times.ts';
import { dueAt, notDue } from '../../table/due.ts';
import { listFeedOf, listFeeds } from '../../table/feeds.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { nameOf } from '../../table/joint-reads.ts';
import { type Key, keys, partitions, shardOf, shards, timeKeys } from '../../table/keys.ts';
import { findPresent, listIdsUnder, listUnder, type Page } from '../../table/reads.ts';
import * as purchases from '../customers/purchase-records.ts';
import { absentOfLine, absentOfOrder, type Order, type OrderLine } from './fields.ts';
import { cardsOwed, isPaid, type OrderRecord, payerOf } from './rules.ts';
import { restored, type StoredOrder, stored } from './stored-rules.ts';

/** Shards of the index for a store's orders: recording one takes a write unit per kilobyte. */
const parts = 8;

/** Defaults for an order that was stored before some of its fields existed. */
const readOrder = readerWith({
  ...absentOfOrder,
  recorded_status: asStored,
  gift_card_lines: asStored,
  customer_email: null,
  customer_locale: null,
  forgotten: asStored,
  forgotten_to: asStored,
  cards_issued: asStored,
  refunded_to_card: asStored,
  refunded_to_gift_card: asStored,
  refunded_to_store_credit: 0,
  payments_moved: asStored,
  cards_kept: asStored,
  cards_withheld: asStored,
  refunded_for_lines: 0,
  tax_ahead: 0,
  refunding: asStored,
  last_refund: asStored,
} satisfies StoredAs<OrderRecord, Order>);

const readAbsentOfLine = readerWith(absentOfLine);

/** Puts the fields of a line in the declared order: DynamoDB returns them in any order. */
const readLine = ({ product_id, variant_id, quantity, unit_price, ...rest }: OrderLine): OrderLine => ({
  ...{ product_id, variant_id, quantity, unit_price },
  ...readAbsentOfLine(rest),
});

const read = (item: OrderRecord): OrderRecord => {
  const order = readOrder(item as unknown as StoredOrder);
  return restored({ ...order, lines: order.lines.map(readLine) });
};

/** The order, or undefined. */
export const find = (store: string, id: string) => findAt(keys.order(store, id));

/** The order under a key, or undefined. */
export const findAt = (key: Key) => items.find<OrderRecord>(key, read);

/** The order. Throws 404 where it does not exist. */
export const get = async (store: string, id: string) => items.orNotFound(await find(store, id));

export const create = (store: string, order: OrderRecord): Write[] => [
  items.create(keys.order(store, order.id), itemOf(store, order, order.created_at)),
  ownedBy(store, order),
  ...purchasesOf(store, order),
];

type OfCustomer = Pick<OrderRecord, 'customer_id' | 'id' | 'created_at'>;

/** Links the customer to the order, by its id and by its time. */
export const ownedBy = (store: string, order: OfCustomer): Write =>
  items.create(keys.orderOf(store, order.customer_id, order.id), { id: order.id, ...listedByTime(store, order) });

const listedByTime = (store: string, { customer_id, id, created_at }: OfCustomer) => ({
  feed_pk: partitions.customerOrders(store, customer_id),
  feed_sk: timeKeys.of(created_at, id),
});

/** Adds the time to an existing link from the customer to the order. */
export const listByTime = (store: string, order: OfCustomer): Write =>
  items.update(keys.orderOf(store, order.customer_id, order.id), {
    set: listedByTime(store, order),
    unchanged: { id: order.id },
  });

/** Ids of a customer's orders after the one with the id `after`. */
export const listIdsOf = (store: string, customer: string, page: Page): Promise<string[]> =>
  listIdsUnder((id) => keys.orderOf(store, customer, id), page);

interface Link {
  id: string;
  feed_sk: string;
}

const listLinks = (store: string, customer: string, page: Page): Promise<Link[]> =>
  listFeedOf<Link>('feed', partitions.customerOrders(store, customer), page);

/**
 * A customer's orders after the one with the id `after`, newest first; none if the customer has no such order. Two round trips, or three if
 * this function has not served the page that ends with `after`.
 */
export async function listOf(store: string, customer: string, { after, limit }: Page): Promise<Stored<OrderRecord>[]> {
  const listed: Stored<OrderRecord>[] = [];
  let links = await listLinksAfter(store, customer, { after, limit });
  for (;;) {
    const found = await findMany(
      store,
      links.map(({ id }) => id),
    );
    // The index may still list orders of a deleted customer who had the same id.
    listed.push(...found.filter(({ forgotten }) => !forgotten));
    if (listed.length >= limit || links.length < limit) break;
    links = await listLinks(store, customer, { after: links.at(-1)?.feed_sk, limit });
  }
  const end = listed.slice(0, limit - 1).at(-1);
  if (end) pageEnds.set(nameOf(keys.orderOf(store, customer, end.id)), timeKeys.of(end.created_at, end.id));
  return listed.slice(0, limit);
}

/** Where the pages end that this warm function has served, in the list by time. */
const pageEnds = new BoundedMap<string, string>(5000);

/** Reads the links in parallel with the one of `after`, if its time is remembered: the customer may no longer have the order. */
async function listLinksAfter(store: string, customer: string, { after, limit }: Page): Promise<Link[]> {
  if (after === undefined) return listLinks(store, customer, { limit });
  const expected = pageEnds.get(nameOf(keys.orderOf(store, customer, after)));
  const [time, links] = await Promise.all([
    findTimeOf(store, customer, after),
    expected === undefined ? undefined : listLinks(store, customer, { after: expected, limit }),
  ]);
  if (time === undefined) return [];
  return links && time === expected ? links : listLinks(store, customer, { after: time, limit });
}

/**
 * Up to `limit` orders of a customer, newest first, each by its id and its time; `place` sorts like the time. For a moment, the index may still
 * list an order of a deleted customer who had the same id: its id and time are not personal. One round trip.
 */
export async function listTimesOf(
  store: string,
  customer: string,
  limit: number,
): Promise<{ id: string; created_at: string; place: string }[]> {
  const links = await listFeedOf<{ id: string; feed_sk: string }>('feed', partitions.customerOrders(store, customer), {
    limit,
  });
  return links.map(({ id, feed_sk }) => ({ id, created_at: timeKeys.timeOf(feed_sk), place: feed_sk }));
}

/** Where an order is in the list of the customer's orders by time, or undefined. */
async function findTimeOf(store: string, customer: string, id: string): Promise<string | undefined> {
  return (await items.find<{ feed_sk?: string }>(keys.orderOf(store, customer, id), items.rawItem))?.feed_sk;
}

/** Whether an order belongs to the customer: the customer may have been deleted and imported again since. */
export const isOf = async (store: string, customer: string, id: string): Promise<boolean> =>
  (await items.find(keys.orderOf(store, customer, id), items.rawItem)) !== undefined;

/** Removes the link from the customer to the order. */
export const disown = (store: string, { customer_id, id }: OrderRecord): Write =>
  items.removeById(keys.orderOf(store, customer_id, id), id);

/** Fails the commit if the link from the customer to the order is gone. */
export const checkOwned = (store: string, { customer_id, id }: OrderRecord): Write =>
  items.checkAttributes(keys.orderOf(store, customer_id, id), { unchanged: { id } });

/** A gift card that an order bought or was paid with: its id, and the entry of its ledger. */
interface OrderCard {
  id: string;
  transaction_id: string;
  /** The position of the line that bought the card; releases up to 0.3.0 do not store it. */
  line?: number;
}

export const addCard = (store: string, order: string, card: OrderCard): Write =>
  items.create(keys.orderCard(store, order, card.id), card);

/** Gift cards of an order after the one with the id `after`, by their ids. */
export const listCards = (store: string, order: string, page: Page & { newestFirst?: boolean }): Promise<OrderCard[]> =>
  listUnder<OrderCard>((id) => keys.orderCard(store, order, id), { ...page, read: items.rawItem });

/** The number of gift cards that were bought with an order and are linked with it. */
export async function countCards(store: string, { id, payments }: OrderRecord): Promise<number> {
  const { pk, sk: prefix } = keys.orderCard(store, id, '');
  const [all, paying] = await Promise.all([
    items.count({ pk, prefix }),
    findPresent(
      payments.map((payment) => keys.orderCard(store, id, payerOf(payment))),
      items.rawItem,
    ),
  ]);
  return all - paying.length;
}

/** The orders with these ids. */
export const findMany = (store: string, ids: readonly string[]): Promise<Stored<OrderRecord>[]> =>
  findPresent(
    ids.map((id) => keys.order(store, id)),
    read,
  );

export const replace = (store: string, read: Stored<OrderRecord>, next: OrderRecord, now: string): Write =>
  items.change(keys.order(store, read.id), read, itemOf(store, next, now));

/** An order that was pending becomes paid. */
export const pay = (store: string, read: Stored<OrderRecord>, next: OrderRecord, now: string): Write[] => [
  replace(store, read, next, now),
  ...purchasesOf(store, next),
];

/** One write for each product of a paid order, with the variant of its last line. */
const purchasesOf = (store: string, order: OrderRecord): Write[] =>
  isPaid(order)
    ? [...new Map(order.lines.map((line) => [line.product_id, line])).values()].map(({ product_id, variant_id }) =>
        purchases.merge(store, { customer_id: order.customer_id, product_id, variant_id, order_id: order.id }),
      )
    : [];

/**
 * The function that recorded the order issues its cards at once, and a refund takes cards back at once; a minute later, the sweep continues
 * in case the function failed.
 */
const secondsToIssue = 60;

function itemOf(store: string, order: OrderRecord, now: string): object {
  return {
    ...stored(order),
    ...(order.payments.length > 0
      ? { feed_pk: partitions.giftCardOrders(store, shardOf(order.id, parts)), feed_sk: order.id }
      : { feed_pk: undefined, feed_sk: undefined }),
    ...(cardsOwed(order) > 0 || order.refunding
      ? dueAt('ORDERS', toTimestamp((toSeconds(now) + secondsToIssue) * 1000), keys.order(store, order.id))
      : notDue),
  };
}

/** Orders that a gift card or a store credit paid for, the greatest id first. */
export const listWithPayments = (store: string, page: Page) =>
  listFeeds<OrderRecord>('feed', [shards(parts).map((part) => partitions.giftCardOrders(store, part))], page, read);
