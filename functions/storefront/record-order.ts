import { type Order, recordOrder } from '../../lib/contract/functions/checkout.ts';
import { duplicate } from '../../lib/contract/kinds/errors.ts';
import { show } from '../../lib/contract/kinds/show.ts';
import { type Circumstances, redeem } from '../../lib/domain/gift-card.ts';
import { isRecordedFrom, newOrder } from '../../lib/domain/order.ts';
import { storeWork } from '../../lib/invoke/function.ts';
import * as checkouts from '../../lib/table/checkout/checkouts.ts';
import * as giftCards from '../../lib/table/checkout/gift-cards.ts';
import * as orderReferences from '../../lib/table/checkout/order-references.ts';
import * as orders from '../../lib/table/checkout/orders.ts';
import * as customers from '../../lib/table/customers/customers.ts';
import type { Write } from '../../lib/table/items.ts';
import { issueDueCards } from '../../lib/work/issue-due-cards.ts';

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
  await issueDueCards(commit, store.id, input.id);

  return recorded;
});

/** The hold becomes an entry of the card's ledger, and what the order does not need is free again. */
function spend(
  store: string,
  { card, checkout }: orderReferences.Held,
  order: Order,
  circumstances: Circumstances,
): Write[] {
  const { checkout_id } = checkout;
  const spent = redeem(card, { checkout_id, order_id: order.id, amount: order.paid_by_gift_card }, circumstances);
  const { transaction } = spent;
  return [
    ...giftCards.replace(store, card, spent, circumstances.now),
    ...(transaction ? [orders.addCard(store, order.id, { id: card.id, transaction_id: transaction.id })] : []),
    checkouts.remove(store, checkout),
  ];
}
