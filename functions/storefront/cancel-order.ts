import { storefrontCommand } from '../../lib/chain/storefront.ts';
import { cancelOrder } from '../../lib/resources/orders/functions.ts';
import { putBack } from '../../lib/resources/orders/payment-records.ts';
import * as orders from '../../lib/resources/orders/records.ts';
import { cancel } from '../../lib/resources/orders/rules.ts';
import { show } from '../../lib/schema/field.ts';

export const handler = storefrontCommand(cancelOrder, {
  async decide({ store, payload: { order_id }, now, newId }) {
    const order = await orders.get(store.id, order_id);

    const next = cancel(order);
    if (!next) return { writes: [], reply: show(cancelOrder.result, order) };

    const returned = await putBack(store.id, order, next, { now, newId });

    return { writes: [orders.replace(store.id, order, next, now), ...returned], reply: show(cancelOrder.result, next) };
  },
});
