/**
 * Gift cards forget an address that they were emailed to. Nothing leads from an address to its cards, and no index lists all cards for
 * certain, so the table is read a page at a time. An interrupted walk continues from its last page.
 */
import type { Attempt, Commit, Decision } from '../once/unit-of-work.ts';
import * as forgettings from '../resources/customers/forgetting-records.ts';
import * as giftCards from '../resources/gift-cards/records.ts';
import { forgetAddressee } from '../resources/gift-cards/rules.ts';
import { shopperOf } from '../resources/waitlist/records.ts';
import * as batches from '../runtime/batches.ts';

/** How many cards have forgotten it, those of an interrupted walk included. */
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
