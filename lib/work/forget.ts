/** Removes personal data: an email address from gift cards, and a deleted customer from their orders and the cards of these orders. */

import type { Attempt, Commit, Decision } from '../once/unit-of-work.ts';
import * as forgettings from '../resources/customers/forgetting-records.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import { forgetAddressee, forgetRecipient } from '../resources/gift-cards/rules.ts';
import * as orders from '../resources/orders/records.ts';
import { forgetCustomer } from '../resources/orders/rules.ts';
import { shopperOf } from '../resources/waitlist/records.ts';
import * as batches from '../runtime/batches.ts';

/** Forgets an email address on a store's gift cards. Returns how many cards changed, including those of an interrupted call that it continues. */
export async function forgetAddress(commit: Commit, store: string, email: string): Promise<number> {
  const shopper = shopperOf(email);
  for (;;) {
    const { forgotten, after } = await commit({ decide: (attempt) => decideOnPage(store, shopper, attempt) });
    if (!after) return forgotten;
  }
}

async function decideOnPage(
  store: string,
  shopper: string,
  { now }: Attempt,
): Promise<Decision<forgettings.Forgetting>> {
  const isTheirs = (address: string): boolean => shopperOf(address) === shopper;
  const found = await forgettings.find(store, shopper);
  const progress = forgettings.continued(found, now);
  const page = await giftCards.walk(store, progress.after);
  const all = page.cards.filter(({ recipient_email }) => isTheirs(recipient_email));
  const theirs = all.slice(0, batches.forgottenAddresses.size);
  const cards = await giftCards.findMany(
    store,
    theirs.map(({ id }) => id),
  );

  const changes = cards.flatMap((card) => {
    const next = forgetAddressee(card, isTheirs, now);
    return next ? [giftCards.replace(store, card, { next }, now)] : [];
  });
  const after = theirs.length < all.length ? theirs.at(-1)?.place : page.next;
  const reply = { ...progress, forgotten: progress.forgotten + changes.length, after };
  return { writes: [...changes.flat(), ...forgettings.keep(store, shopper, found, reply)], reply };
}

/** The next step of a deletion, without the check that the deletion is in progress. */
export type DeletionStep = Omit<Decision<unknown>, 'reply'>;

/**
 * Forgets the customer on their next order and on the next few gift cards of it; undefined when no order is left. The
 * order is read before its cards are listed and its version is checked, so no card is issued from data that is being
 * forgotten. `shopper` is the digest of the customer's own address.
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
  const named = await orders.listCards(store, id, { after: order.forgotten_to, limit });
  const cards = await giftCards.findMany(
    store,
    named.map((card) => card.id),
  );

  const isLast = named.length < limit;
  return {
    writes: [
      orders.replace(
        store,
        order,
        { ...forgetCustomer(order), forgotten_to: isLast ? undefined : named.at(-1)?.id },
        now,
      ),
      ...cards.flatMap((card) => {
        const next = forgetRecipient(card, now, (address) => shopperOf(address) === shopper);
        return next ? giftCards.replace(store, card, { next }, now) : [];
      }),
      ...named.map((card) => giftCards.forgetActor(store, card.id, card.transaction_id)),
      // A concurrent duplicate of the deletion may have finished the order after this one found it listed.
      isLast ? orders.disown(store, order) : orders.checkOwned(store, order),
    ],
  };
}
