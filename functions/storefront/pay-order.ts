import { payOrder } from '../../lib/contract/functions/checkout.ts';
import { show } from '../../lib/contract/kinds/show.ts';
import { pay } from '../../lib/domain/order.ts';
import { storeWork } from '../../lib/invoke/function.ts';
import * as orders from '../../lib/table/checkout/orders.ts';
import { beginToIssue } from '../../lib/work/issue-due-cards.ts';

export const handler = storeWork(payOrder, async ({ store, payload: { order_id }, commit }) => {
  const paid = await commit({
    async decide({ now }) {
      const order = await orders.get(store.id, order_id);

      const next = pay(order);

      return {
        writes: next ? orders.pay(store.id, order, next, now) : [],
        reply: show(payOrder.result, next ?? order),
      };
    },
  });
  await beginToIssue(commit, store.id, order_id);

  return paid;
});
