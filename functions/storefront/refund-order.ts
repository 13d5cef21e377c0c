import { refundOrder } from '../../lib/contract/functions/checkout.ts';
import { duplicate, notFound } from '../../lib/contract/kinds/errors.ts';
import { refund as refundOnto } from '../../lib/domain/gift-card.ts';
import { divideRefund } from '../../lib/domain/order.ts';
import { storeFunction } from '../../lib/invoke/function.ts';
import * as giftCards from '../../lib/table/checkout/gift-cards.ts';
import * as orders from '../../lib/table/checkout/orders.ts';

export const handler = storeFunction(refundOrder, ({ store, payload, now, newId, commit }) =>
  commit(async () => {
    const { order_id, refund_id, amount } = payload;
    const order = await orders.get(store.id, order_id);
    // Read after the order: what a twin has refunded from it already is found here.
    const standing = await orders.findRefund(store.id, refund_id);
    if (standing) {
      if (standing.order_id !== order_id || standing.amount !== amount) throw duplicate();
      return { writes: [], reply: orders.refundView(standing) };
    }

    const { refund, next } = divideRefund(order, payload);
    const refunded = [orders.replace(store.id, order, next, now), orders.createRefund(store.id, { ...refund, amount })];
    if (refund.to_gift_card === 0) return { writes: refunded, reply: refund };

    const card = order.gift_card_id ? await giftCards.find(store.id, order.gift_card_id) : undefined;
    if (!card) throw notFound();
    const change = refundOnto(
      card,
      { order_id, amount: refund.to_gift_card },
      { actor: { type: 'system', name: null }, now, transactionId: newId('giftCardTransaction') },
    );

    return { writes: [...refunded, ...giftCards.replace(store.id, card, change, now)], reply: refund };
  }),
);
