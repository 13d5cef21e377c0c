import { fulfilOrder } from '../../lib/contract/functions/checkout.ts';
import { show } from '../../lib/contract/kinds/show.ts';
import { fulfil } from '../../lib/domain/order.ts';
import { storeCommand } from '../../lib/invoke/function.ts';
import * as orders from '../../lib/table/checkout/orders.ts';

export const handler = storeCommand(fulfilOrder, {
  async decide({ store, payload: { order_id }, now }) {
    const order = await orders.get(store.id, order_id);

    const next = fulfil(order);

    return {
      writes: next ? [orders.replace(store.id, order, next, now)] : [],
      reply: show(fulfilOrder.result, next ?? order),
    };
  },
});
