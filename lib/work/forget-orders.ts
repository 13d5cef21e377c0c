/** Orders of a deleted customer keep their ids and amounts, and tell nothing of the customer. */

import type { Decision } from '../once/unit-of-work.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import { forgetRecipient } from '../resources/gift-cards/rules.ts';
import * as orders from '../resources/orders/records.ts';
import { forgetCustomer } from '../resources/orders/rules.ts';
import { shopperOf } from '../resources/waitlist/records.ts';
import * as batches from '../runtime/batches.ts';

/** What a deletion does next, beside being held to being in progress. */
export type DeletionStep = Omit<Decision<unknown>, 'reply'>;

/**
 * Forgets the customer on their next order and on the next few gift cards of it; undefined when no order is left. The order is read before
 * its cards are listed and its version is checked, so no card is issued from what is being forgotten. `shopper` stands for the customer's own
 * address.
 */
export async function forgetNextOrder(
  store: string,
  { id: customer, shopper }: { id: string; shopper: string },
  now: string,
): Promise<DeletionStep | undefined> {
  const [id] = await orders.listIdsOf(store, customer, { limit: 1 });
  if (id === undefined) return undefined;
  const order = await orders.get(store, id);
  const { size: limit } = batches.forgottenCards;
  const named = await orders.listCards(store, id, { limit });
  const cards = await giftCards.findMany(
    store,
    named.map((card) => card.id),
  );

  return {
    writes: [
      orders.replace(store, order, forgetCustomer(order), now),
      ...cards.flatMap((card) => {
        const next = forgetRecipient(card, now, (address) => shopperOf(address) === shopper);
        return next ? giftCards.replace(store, card, { next }, now) : [];
      }),
      ...named.flatMap((card) => [
        giftCards.forgetActor(store, card.id, card.transaction_id),
        orders.removeCard(store, id, card),
      ]),
      ...(named.length < limit ? [orders.disown(store, order)] : []),
    ],
  };
}
