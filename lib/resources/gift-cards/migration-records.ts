/** Migrations of the gift cards, ledgers and checkouts of earlier releases. */

import * as items from '../../table/items.ts';
import { type ItemMigration, isUndivided, type StoredItem } from '../../table/items.ts';
import { keys } from '../../table/keys.ts';
import * as orders from '../orders/records.ts';
import * as checkouts from './checkout-records.ts';
import type { GiftCardTransaction } from './fields.ts';
import * as giftCards from './records.ts';
import { forgetRecipient } from './rules.ts';

/** Cards were in one partition of each list, and lacked the last entry of their ledger. */
const cards: ItemMigration = {
  concerns: ({ sk, feed_pk, last_entry }) => sk === 'GIFTCARD' && (isUndivided(feed_pk) || last_entry === undefined),
  async writes(store, { id }, now) {
    const card = await giftCards.get(store, String(id));
    const [entry] = await giftCards.findTransactions(store, [
      { id: card.id, transaction_id: card.last_transaction_id },
    ]);
    if (!entry) throw new Error(`The ledger of ${card.id} lacks its last entry`);
    const { type, amount, order_id } = entry;
    return giftCards.replace(store, card, { next: { ...card, last_entry: { type, amount, order_id } } }, now);
  },
};

/** Whether this is an entry in the ledger of a gift card; store credits have entries with the same sort keys. */
const isEntry = ({ pk, sk }: StoredItem): boolean => pk.includes('#GIFTCARD#') && sk.startsWith('TRANSACTION#');

/** The entry that issued a card did not list it. */
const issuedCards: ItemMigration = {
  concerns: (item) => isEntry(item) && item.type === 'issued' && item.feed_pk === undefined,
  writes: async (store, { pk, id }) => [giftCards.listAsIssued(store, cardOf(pk), String(id))],
};

const cardOf = (partition: string): string => partition.split('#').at(-1) ?? '';

/** Whether this entry issued a card for an order, or redeemed the card for one. */
const isOfOrder = (item: StoredItem): boolean =>
  isEntry(item) && (item.type === 'issued' || item.type === 'redeemed') && typeof item.order_id === 'string';

/** An order had no links to the gift cards that were bought with it or paid for it. */
const orderCards: ItemMigration = {
  concerns: isOfOrder,
  async writes(store, { pk, ...item }) {
    const { id: transaction_id, order_id } = item as unknown as GiftCardTransaction;
    const card = { id: cardOf(pk), transaction_id };
    const [order, link] = await Promise.all([
      orders.find(store, String(order_id)),
      items.find(keys.orderCard(store, String(order_id), card.id), items.rawItem),
    ]);
    return !order || order.forgotten || link ? [] : [orders.addCard(store, order.id, card)];
  },
};

/** The list of holds that the sweep reads was not divided into shards. */
const lapsingHolds: ItemMigration = {
  concerns: ({ sk, due_pk }) => sk === 'CHECKOUT' && isUndivided(due_pk),
  async writes(store, { checkout_id }) {
    const checkout = await checkouts.find(store, String(checkout_id));
    return checkout ? [checkouts.createOrReplace(store, checkout, checkout)] : [];
  },
};

/**
 * Before 0.2.0, deleting a customer did not change the cards of their orders, and no links lead to those cards. A card issued
 * after its order was forgotten has no customer in its ledger and a link from its order: it keeps its recipient.
 */
export const forgottenCards: ItemMigration = {
  concerns: isOfOrder,
  async writes(store, { pk, ...item }, now) {
    const { id: transaction, order_id, actor } = item as unknown as GiftCardTransaction;
    const id = cardOf(pk);
    const [order, link] = await Promise.all([
      orders.find(store, String(order_id)),
      items.find(keys.orderCard(store, String(order_id), id), items.rawItem),
    ]);
    const isNamed = actor.type === 'customer' && actor.name !== null;
    if (!order?.forgotten || (link && !isNamed)) return [];
    const card = await giftCards.get(store, id);
    const next = forgetRecipient(card, now);
    return [
      ...(next ? giftCards.replace(store, card, { next }, now) : []),
      ...(isNamed ? [giftCards.forgetActor(store, id, transaction)] : []),
    ];
  },
};

/** Since 0.5.0: a card contains the id of the order that bought it, and the order of a deleted customer keeps the links to its cards. */
export const boughtCards: ItemMigration = {
  concerns: (item) => isEntry(item) && item.type === 'issued' && typeof item.order_id === 'string',
  async writes(store, { pk, id, order_id }, now) {
    const [card, order, link] = await Promise.all([
      giftCards.get(store, cardOf(pk)),
      orders.get(store, String(order_id)),
      items.find(keys.orderCard(store, String(order_id), cardOf(pk)), items.rawItem),
    ]);
    const purchase = { order_id: order.id, customer_id: order.customer_id };
    return [
      ...(card.order_id === undefined ? giftCards.replace(store, card, { next: { ...card, ...purchase } }, now) : []),
      ...(link ? [] : [orders.addCard(store, order.id, { id: card.id, transaction_id: String(id) })]),
    ];
  },
};

export const itemMigrations: readonly ItemMigration[] = [cards, issuedCards, orderCards, lapsingHolds];
