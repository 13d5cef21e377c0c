/** Deletes a customer with everything they own, over any number of items. */

import type { Attempt, Commit, Decision } from '../once/unit-of-work.ts';
import * as customers from '../resources/customers/records.ts';
import * as reviews from '../resources/reviews/records.ts';
import * as storeCredits from '../resources/store-credits/records.ts';
import { close, forgetEntry } from '../resources/store-credits/rules.ts';
import * as waitlist from '../resources/waitlist/records.ts';
import * as batches from '../runtime/batches.ts';
import { newId } from '../runtime/ids.ts';
import { notFound } from '../schema/errors.ts';
import * as items from '../table/items.ts';
import { type DeletionStep, forgetNextOrder } from './forget.ts';
import { endListed } from './leave-waitlists.ts';

/**
 * Deletes a customer, or continues an interrupted deletion. The customer does not exist from the first commit on, so nothing can be added
 * while its items are deleted. Every step checks that its own deletion is in progress: once the customer is imported again, a late step deletes
 * nothing. Throws 404 if the store never had the customer.
 */
export async function deleteCustomer(commit: Commit, store: string, id: string): Promise<void> {
  let before: number | undefined;
  const deletion = await commit({
    async decide({ now }) {
      const customer = await customers.findRecord(store, id);
      if (!customer) throw notFound();
      const deletions = customer.deletions ?? 0;
      before ??= deletions;
      // A concurrent duplicate has deleted the customer, who may have been imported again since.
      if (customers.isDeleted(customer) || deletions > before) return { writes: [], reply: deletions };
      const { reviews: written, next } = await reviews.listByAuthor(store, id, { limit: batches.deletedReviews.size });
      const together = next === undefined ? written : [];
      return {
        writes: [
          ...customers.remove(store, customer, { shopper: waitlist.shopperOf(customer.email), now }),
          ...together.flatMap((review) => [
            ...reviews.removeWithAuthor(store, review),
            reviews.removeCopy(store, review),
          ]),
        ],
        reply: deletions + 1,
      };
    },
  });
  let isLeft = true;
  while (isLeft) isLeft = await commit({ decide: (attempt) => decideOnNext(store, id, deletion, attempt) });
}

/** Its reply is whether there may be more to do. */
async function decideOnNext(store: string, id: string, deletion: number, attempt: Attempt): Promise<Decision<boolean>> {
  const customer = await customers.findRecord(store, id);
  if (!customer || !customers.isSweeping(customer, deletion)) return { writes: [], reply: false };
  const step =
    (await removeOwned(store, id)) ??
    (await closeNextCredit(store, id, attempt.now)) ??
    (await forgetShopper(store, customer.shopper ?? '', attempt)) ??
    (await forgetNextOrder(store, { id, shopper: customer.shopper ?? '' }, attempt.now));
  if (!step) return { writes: [customers.endSweep(store, customer)], reply: false };

  return { ...step, writes: [customers.checkSweep(store, customer), ...step.writes], reply: true };
}

/** Deletes the first items that the customer owns, including reviews. */
async function removeOwned(store: string, id: string): Promise<DeletionStep | undefined> {
  const owned = await customers.listOwned(store, id, batches.ownedItems.size);
  if (owned.length === 0) return undefined;
  const left = await reviews.findByCopies(store, owned);
  return {
    writes: [
      ...owned.map((item) => items.remove(item, item)),
      ...left.flatMap((review) => reviews.removeWithAuthor(store, review)),
    ],
  };
}

/**
 * Closes the customer's next store credit, and removes personal data from the next entries of its ledger; undefined when no credit is left. No new
 * entry can follow: an operation finds no customer, and a checkout no hold.
 */
async function closeNextCredit(store: string, customer: string, now: string): Promise<DeletionStep | undefined> {
  const { size: limit } = batches.forgottenEntries;
  const [[id], open] = await Promise.all([
    storeCredits.listIdsOf(store, customer, { limit: 1 }),
    storeCredits.findOpen(store, customer),
  ]);
  if (id === undefined) return open.read && { writes: storeCredits.removeOpen(store, open) };
  const credit = await storeCredits.find(store, id);
  if (!credit) throw new Error(`The store credit ${id} is listed but does not exist`);
  const entries = await storeCredits.listEntries(store, id, { after: credit.forgotten_to, limit });

  const { next, ...closing } =
    credit.closed_at === undefined ? close(credit, now, newId('storeCreditTransaction')) : { next: credit };
  const isLast = entries.length < limit;
  const change = { ...closing, next: { ...next, forgotten_to: isLast ? undefined : entries.at(-1)?.id } };
  return {
    writes: [
      ...storeCredits.replace(store, credit, change),
      ...entries.flatMap((entry) => {
        const forgotten = forgetEntry(entry);
        return forgotten ? [storeCredits.replaceEntry(store, id, forgotten)] : [];
      }),
      // A concurrent duplicate of the deletion may have finished the credit after this one found it listed.
      isLast ? storeCredits.disown(store, credit) : storeCredits.checkOwned(store, credit),
    ],
  };
}

/** Ends the next waitlist entry of the customer's address, or removes an email that is due or the trace of an ended entry. */
async function forgetShopper(store: string, shopper: string, attempt: Attempt): Promise<DeletionStep | undefined> {
  const [listed] = await waitlist.listOfShopper(store, shopper, { limit: 1 });
  return listed && endListed(store, shopper, listed, { ...attempt, end: waitlist.leaveBehind });
}
