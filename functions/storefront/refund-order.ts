import { refundOrder } from '../../lib/contract/functions/checkout.ts';
import { duplicate, notFound } from '../../lib/contract/kinds/errors.ts';
import { show } from '../../lib/contract/kinds/show.ts';
import { refund as refundOnto } from '../../lib/domain/gift-card.ts';
import { divideRefund } from '../../lib/domain/order.ts';
import { storeCommand } from '../../lib/invoke/function.ts';
import * as giftCards from '../../lib/table/checkout/gift-cards.ts';
import * as orders from '../../lib/table/checkout/orders.ts';

export const handler = storeCommand(refundOrder, {
  async replay({ store, payload: { order_id, refund_id, amount } }) {
    const existing = await orders.findRefund(store.id, refund_id);
    if (!existing) return undefined;
    if (existing.order_id !== order_id || existing.amount !== amount) throw duplicate();
    return show(refundOrder.result, existing);
  },

  async decide({ store, payload, now, newId }) {
    const { order_id, amount } = payload;
    const order = await orders.get(store.id, order_id);

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
  },
});
