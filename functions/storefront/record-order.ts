import { storefrontWork } from '../../lib/chain/storefront.ts';
import { recordInItem } from '../../lib/once/idempotency-record.ts';
import * as customers from '../../lib/resources/customers/records.ts';
import { isCredit } from '../../lib/resources/gift-cards/checkout-rules.ts';
import { recordOrder } from '../../lib/resources/orders/functions.ts';
import { spend } from '../../lib/resources/orders/payment-records.ts';
import * as orders from '../../lib/resources/orders/records.ts';
import * as orderReferences from '../../lib/resources/orders/reference-records.ts';
import { isRecordedFrom, newOrder } from '../../lib/resources/orders/rules.ts';
import { show } from '../../lib/schema/field.ts';
import { issueFirstCards } from '../../lib/work/issue-due-cards.ts';
import { planOnce } from '../../lib/work/plan-review-request.ts';

export const handler = storefrontWork(
  recordOrder,
  async ({ store, wholeStore, payload: { order: input }, newId, commit }) => {
    const recorded = await commit({
      record: recordInItem({
        field: 'order.id',
        find: () => orders.find(store.id, input.id),
        isSame: (existing) => isRecordedFrom(existing, input),
        replyOf: (existing) => show(recordOrder.result, existing),
      }),

      async decide({ now }) {
        const [{ currency }, { site, giftOption, held, ...references }] = await Promise.all([
          wholeStore(),
          orderReferences.get(store.id, input, now),
        ]);
        const { customer } = references;

        const order = newOrder(input, {
          ...references,
          site,
          giftOption,
          holds: (held?.holds ?? []).map(({ payer, amount }) =>
            isCredit(payer)
              ? { store_credit_id: payer.id, customer_id: payer.customer_id, amount }
              : { gift_card_id: payer.id, amount },
          ),
          storeCurrency: currency,
          now,
        });
        const actor = { type: 'customer', name: order.customer_email } as const;

        return {
          writes: [
            ...orders.create(store.id, order),
            customers.checkPresent(store.id, customer),
            ...(held ? spend(store.id, held, order, { actor, now, newId }) : []),
          ],
          reply: show(recordOrder.result, order),
        };
      },
    });
    await issueFirstCards(commit, store.id, input.id);
    if (input.status === 'fulfilled') await planOnce(commit, store.id, recorded);

    return recorded;
  },
);
