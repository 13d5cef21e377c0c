/** The writes that spend a gift card on an order, and that return an amount to the card. */
import type { Write } from '../../table/items.ts';
import * as checkouts from '../gift-cards/checkout-records.ts';
import * as giftCards from '../gift-cards/records.ts';
import { type ChangeContext, redeem, refund } from '../gift-cards/rules.ts';
import * as orders from './records.ts';
import type { Held } from './reference-records.ts';
import type { OrderRecord } from './rules.ts';

/** Turns the hold into an entry of the card's ledger, and releases the amount that the order does not need. */
export function spend(
  store: string,
  { card, checkout }: Held,
  order: OrderRecord,
  circumstances: ChangeContext,
): Write[] {
  const { checkout_id } = checkout;
  const spent = redeem(card, { checkout_id, order_id: order.id, amount: order.paid_by_gift_card }, circumstances);
  const { transaction } = spent;
  return [
    ...giftCards.replace(store, card, spent, circumstances.now),
    ...(transaction ? [orders.addCard(store, order.id, { id: card.id, transaction_id: transaction.id })] : []),
    checkouts.remove(store, checkout),
  ];
}

/** Returns `amount` to an order's gift card, with `system` as the actor; no write if the amount is 0. */
export async function putBack(
  store: string,
  { id: order_id, gift_card_id }: OrderRecord,
  amount: number,
  { now, transactionId }: Omit<ChangeContext, 'actor'>,
): Promise<Write[]> {
  if (amount === 0) return [];
  const card = gift_card_id ? await giftCards.find(store, gift_card_id) : undefined;
  if (!card) throw new Error(`The gift card of ${order_id} is gone`);
  const change = refund(card, { order_id, amount }, { actor: { type: 'system', name: null }, now, transactionId });
  return giftCards.replace(store, card, change, now);
}
