import { storefrontCommand } from '../../lib/chain/storefront.ts';
import { cancelOrder } from '../../lib/resources/orders/functions.ts';
import { putBack } from '../../lib/resources/orders/payment-records.ts';
import * as orders from '../../lib/resources/orders/records.ts';
import { cancel } from '../../lib/resources/orders/rules.ts';
import { show } from '../../lib/schema/field.ts';

export const handler = storefrontCommand(cancelOrder, {
  async decide({ store, payload: { order_id }, now, newId }) {
    const order = await orders.get(store.id, order_id);

    const cancelled = cancel(order);
    if (!cancelled) return { writes: [], reply: show(cancelOrder.result, order) };

    const { next, writes } = await putBack(store.id, order, cancelled, { now, newId });

    return { writes: [orders.replace(store.id, order, next, now), ...writes], reply: show(cancelOrder.result, next) };
  },
});
