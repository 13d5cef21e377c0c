/** The writes that spend gift cards on an order, and that return amounts to them. */
import { redeem } from '../../ledger/hold-rules.ts';
import { type ChangeContext, refund } from '../../ledger/rules.ts';
import type { Write } from '../../table/items.ts';
import * as checkouts from '../gift-cards/checkout-records.ts';
import * as giftCards from '../gift-cards/records.ts';
import * as orders from './records.ts';
import type { Held } from './reference-records.ts';
import type { OrderRecord } from './rules.ts';

interface PaymentContext extends Omit<ChangeContext, 'transactionId'> {
  newId(resource: 'giftCardTransaction'): string;
}

/** Turns each hold into an entry of its card's ledger, and releases the amounts that the order does not need. */
export function spend(
  store: string,
  { checkout, holds }: Held,
  order: OrderRecord,
  { newId, ...context }: PaymentContext,
): Write[] {
  const { checkout_id } = checkout;
  const redeemed = holds.flatMap(({ card }) => {
    const amount = order.payments.find(({ gift_card_id }) => gift_card_id === card.id)?.amount ?? 0;
    const spent = redeem(
      card,
      { checkout_id, order_id: order.id, amount },
      { ...context, transactionId: newId('giftCardTransaction') },
    );
    const { transaction } = spent;
    return [
      ...giftCards.replace(store, card, spent, context.now),
      ...(transaction ? [orders.addCard(store, order.id, { id: card.id, transaction_id: transaction.id })] : []),
    ];
  });
  return [...redeemed, checkouts.remove(store, checkout)];
}

/** Returns the amounts that `next` refunds in addition to `order` to their gift cards, with `system` as the actor. */
export async function putBack(
  store: string,
  order: OrderRecord,
  next: OrderRecord,
  { now, newId }: Omit<PaymentContext, 'actor'>,
): Promise<Write[]> {
  const returns = next.payments.map(async ({ gift_card_id, refunded }, index) => {
    const amount = refunded - (order.payments[index]?.refunded ?? 0);
    if (amount === 0) return [];
    const card = await giftCards.find(store, gift_card_id);
    if (!card) throw new Error(`A gift card of ${order.id} is gone`);
    const actor = { type: 'system', name: null } as const;
    const change = refund(
      card,
      { order_id: order.id, amount },
      { actor, now, transactionId: newId('giftCardTransaction') },
    );
    return giftCards.replace(store, card, change, now);
  });
  return (await Promise.all(returns)).flat();
}
