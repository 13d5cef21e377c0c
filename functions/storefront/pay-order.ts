import { storefrontWork } from '../../lib/chain/storefront.ts';
import { payOrder } from '../../lib/resources/orders/functions.ts';
import * as orders from '../../lib/resources/orders/records.ts';
import { pay } from '../../lib/resources/orders/rules.ts';
import { show } from '../../lib/schema/field.ts';
import { issueFirstCards } from '../../lib/work/issue-due-cards.ts';

export const handler = storefrontWork(payOrder, async ({ store, payload: { order_id }, commit }) => {
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
  await issueFirstCards(commit, store.id, order_id);

  return paid;
});
