import { refundOrder } from '../../lib/contract/functions/checkout.ts';
import { duplicate } from '../../lib/contract/kinds/errors.ts';
import { show } from '../../lib/contract/kinds/show.ts';
import { divideRefund } from '../../lib/domain/order.ts';
import { storeCommand } from '../../lib/invoke/function.ts';
import { putBack } from '../../lib/table/checkout/order-payment.ts';
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
    const transactionId = newId('giftCardTransaction');
    const returned = await putBack(store.id, order, refund.to_gift_card, { now, transactionId });

    return { writes: [...refunded, ...returned], reply: refund };
  },
});
