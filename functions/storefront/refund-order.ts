import { storefrontCommand } from '../../lib/chain/storefront.ts';
import { recordInItem } from '../../lib/once/idempotency-record.ts';
import { refundOrder } from '../../lib/resources/orders/functions.ts';
import { putBack } from '../../lib/resources/orders/payment-records.ts';
import * as orders from '../../lib/resources/orders/records.ts';
import { divideRefund } from '../../lib/resources/orders/rules.ts';
import { show } from '../../lib/schema/field.ts';

export const handler = storefrontCommand(refundOrder, {
  record: ({ store, payload: { order_id, refund_id, amount } }) =>
    recordInItem({
      field: 'refund_id',
      find: () => orders.findRefund(store.id, refund_id),
      isSame: (existing) => existing.order_id === order_id && existing.amount === amount,
      replyOf: (existing) => show(refundOrder.result, existing),
    }),

  async decide({ store, payload, now, newId }) {
    const { order_id, amount } = payload;
    const order = await orders.get(store.id, order_id);

    const { refund, next } = divideRefund(order, payload);
    const recorded = orders.createRefund(store.id, { ...refund, amount, created_at: now });
    const returned = await putBack(store.id, order, next, { now, newId });

    return { writes: [orders.replace(store.id, order, next, now), ...recorded, ...returned], reply: refund };
  },
});
