import { cancelOrder } from '../../lib/contract/functions/checkout.ts';
import { show } from '../../lib/contract/kinds/show.ts';
import { cancel } from '../../lib/domain/order.ts';
import { storeCommand } from '../../lib/invoke/function.ts';
import { putBack } from '../../lib/table/checkout/order-payment.ts';
import * as orders from '../../lib/table/checkout/orders.ts';

export const handler = storeCommand(cancelOrder, {
  async decide({ store, payload: { order_id }, now, newId }) {
    const order = await orders.get(store.id, order_id);

    const next = cancel(order);
    if (!next) return { writes: [], reply: show(cancelOrder.result, order) };

    const transactionId = newId('giftCardTransaction');
    const returned = await putBack(store.id, order, order.paid_by_gift_card, { now, transactionId });

    return { writes: [orders.replace(store.id, order, next, now), ...returned], reply: show(cancelOrder.result, next) };
  },
});
