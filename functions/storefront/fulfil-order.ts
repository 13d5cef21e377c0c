import { storefrontCommand } from '../../lib/chain/storefront.ts';
import { fulfilOrder } from '../../lib/resources/orders/functions.ts';
import * as orders from '../../lib/resources/orders/records.ts';
import { fulfil } from '../../lib/resources/orders/rules.ts';
import { show } from '../../lib/schema/field.ts';
import { planOf } from '../../lib/work/plan-review-request.ts';

export const handler = storefrontCommand(fulfilOrder, {
  async decide({ store, payload: { order_id }, now }) {
    const order = await orders.get(store.id, order_id);

    const next = fulfil(order);

    return {
      writes: next ? [orders.replace(store.id, order, next, now), ...(await planOf(store.id, order, now))] : [],
      reply: show(fulfilOrder.result, next ?? order),
    };
  },
});
