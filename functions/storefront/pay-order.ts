import { payOrder } from '../../lib/contract/functions/checkout.ts';
import { isPaid, view } from '../../lib/domain/order.ts';
import { storeFunction } from '../../lib/invoke/function.ts';
import * as orders from '../../lib/table/checkout/orders.ts';
import { issueDueCards } from '../../lib/work/issue-due-cards.ts';

export const handler = storeFunction(payOrder, async ({ store, payload: { order_id }, now, commit }) => {
  const paid = await commit(async () => {
    const order = await orders.get(store.id, order_id);
    if (isPaid(order)) return { writes: [], reply: view(order) };

    const next = { ...order, status: 'paid' as const };

    return { writes: orders.pay(store.id, order, next, now), reply: view(next) };
  });
  await issueDueCards(commit, store.id, order_id, now);

  return paid;
});
