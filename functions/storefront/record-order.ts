import { recordOrder } from '../../lib/contract/functions/checkout.ts';
import { duplicate } from '../../lib/contract/kinds/errors.ts';
import { show } from '../../lib/contract/kinds/show.ts';
import { isRecordedFrom, newOrder } from '../../lib/domain/order.ts';
import { storeWork } from '../../lib/invoke/function.ts';
import { spend } from '../../lib/table/checkout/order-payment.ts';
import * as orderReferences from '../../lib/table/checkout/order-references.ts';
import * as orders from '../../lib/table/checkout/orders.ts';
import * as customers from '../../lib/table/customers/customers.ts';
import { beginToIssue } from '../../lib/work/issue-due-cards.ts';

export const handler = storeWork(recordOrder, async ({ store, payload: { order: input }, newId, commit }) => {
  const recorded = await commit({
    async replay() {
      const existing = await orders.find(store.id, input.id);
      if (existing && !isRecordedFrom(existing, input)) throw duplicate();
      return existing && show(recordOrder.result, existing);
    },

    async decide({ now }) {
      const { site, giftOption, held, ...references } = await orderReferences.get(store.id, input, now);
      const { customer } = references;

      const order = newOrder(input, {
        ...references,
        site,
        giftOption,
        hold: held && { gift_card_id: held.card.id, amount: held.amount },
        storeCurrency: store.currency,
        now,
      });
      const actor = { type: 'customer', name: order.customer_email } as const;
      const circumstances = { actor, now, transactionId: newId('giftCardTransaction') };

      return {
        writes: [
          ...orders.create(store.id, order),
          customers.checkPresent(store.id, customer),
          ...(held ? spend(store.id, held, order, circumstances) : []),
        ],
        reply: show(recordOrder.result, order),
      };
    },
  });
  await beginToIssue(commit, store.id, input.id);

  return recorded;
});
