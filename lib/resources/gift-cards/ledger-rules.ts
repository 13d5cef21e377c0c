/** What makes a card's ledger true, and what is wrong where it is not. */

import type { OrderRecord } from '../orders/rules.ts';
import type { GiftCardTransaction } from './fields.ts';
import { type GiftCardRecord, heldOf } from './rules.ts';

/** What is wrong with a card and its entries, which come oldest first. */
export function cardFindings(card: GiftCardRecord, entries: readonly GiftCardTransaction[], now: string): string[] {
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  let running = 0;
  const wrong = entries.filter(({ amount, balance }) => {
    running += amount;
    return balance !== running;
  });
  const [first, ...later] = entries;
  return [
    ...when(sum !== card.balance, `the entries add up to ${sum}, the balance is ${card.balance}`),
    ...when(card.balance < 0, `the balance is ${card.balance}`),
    ...when(heldOf(card, now) > card.balance, `${heldOf(card, now)} are held, the balance is ${card.balance}`),
    ...wrong.map(({ id, balance }) => `entry ${id} says the balance was ${balance}`),
    ...when(first?.type !== 'issued' || first.amount !== card.initial_value, 'the first entry does not issue the card'),
    ...when(
      later.some(({ type }) => type === 'issued'),
      'the card is issued twice',
    ),
    ...when(
      entries.some(({ type, order_id }) => (type === 'redeemed' || type === 'refunded') && order_id === null),
      'an entry names no order',
    ),
  ];
}

/** What is wrong between an order and the entries that its gift card, or any card, has of it. */
export function orderFindings(order: OrderRecord, card: string, entries: readonly GiftCardTransaction[]): string[] {
  const own = entries.filter(({ order_id }) => order_id === order.id);
  const amountOf = (type: GiftCardTransaction['type']) =>
    own.filter((entry) => entry.type === type).reduce((total, { amount }) => total + amount, 0);
  const paid = order.gift_card_id === card ? order.paid_by_gift_card : 0;
  const refunded = order.gift_card_id === card ? order.refunded_to_gift_card : 0;
  return [
    ...when(amountOf('redeemed') !== -paid, `order ${order.id} spent ${paid}, its entries ${-amountOf('redeemed')}`),
    ...when(
      amountOf('refunded') !== refunded,
      `order ${order.id} had ${refunded} refunded, its entries ${amountOf('refunded')}`,
    ),
    ...when(own.filter(({ type }) => type === 'redeemed').length > 1, `order ${order.id} is redeemed twice`),
    ...when(
      order.status === 'cancelled' && refunded !== paid,
      `order ${order.id} is cancelled and keeps ${paid - refunded}`,
    ),
  ];
}

const when = (isWrong: boolean, finding: string): string[] => (isWrong ? [finding] : []);
