import { recordOrder } from '../../lib/contract/functions/checkout.ts';
import { duplicate } from '../../lib/contract/kinds/errors.ts';
import { type Circumstances, redeem } from '../../lib/domain/gift-card.ts';
import { isRecordedFrom, newOrder, type Order, view } from '../../lib/domain/order.ts';
import { storeFunction } from '../../lib/invoke/function.ts';
import * as sites from '../../lib/table/catalog/sites.ts';
import * as checkouts from '../../lib/table/checkout/checkouts.ts';
import * as giftCards from '../../lib/table/checkout/gift-cards.ts';
import * as giftOptions from '../../lib/table/checkout/gift-options.ts';
import * as orderReferences from '../../lib/table/checkout/order-references.ts';
import * as orders from '../../lib/table/checkout/orders.ts';
import type { Write } from '../../lib/table/items.ts';
import type { Decision } from '../../lib/table/unit-of-work.ts';
import { issueDueCards } from '../../lib/work/issue-due-cards.ts';

type OrderView = ReturnType<typeof view>;

export const handler = storeFunction(recordOrder, async ({ store, payload, now, newId, commit }) => {
  const { order: input } = payload;
  const repeat = async (): Promise<Decision<OrderView> | undefined> => {
    const existing = await orders.find(store.id, input.id);
    if (existing && !isRecordedFrom(existing, input)) throw duplicate();
    return existing && { writes: [], reply: view(existing) };
  };
  const record = async (): Promise<Decision<OrderView>> => {
    const { site, giftOption, held, ...references } = await orderReferences.get(store.id, input, now);

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
        ...(held ? spend(store.id, held, order, circumstances) : []),
        ...(giftOption ? [giftOptions.check(store.id, site.id, giftOption)] : []),
        sites.check(store.id, site),
      ],
      reply: view(order),
    };
  };
  const recorded = await commit(
    async () =>
      (await repeat()) ??
      // A twin may have recorded the order meanwhile, and spent the hold that is then missed.
      record().catch(async (refusal) => (await repeat()) ?? Promise.reject(refusal)),
  );
  await issueDueCards(commit, store.id, input.id, now);

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
  return [...giftCards.replace(store, card, spent, circumstances.now), checkouts.remove(store, checkout)];
}
