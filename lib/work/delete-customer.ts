/** A customer goes with everything they own, over any number of items. */
import { notFound } from '../contract/kinds/errors.ts';
import * as customers from '../table/customers/customers.ts';
import * as items from '../table/items.ts';
import * as reviews from '../table/reviews/reviews.ts';
import type { Commit, Decision } from '../table/unit-of-work.ts';

/** Each takes up to four of a transaction's 100 items, beside the customer: a review, its copy, its mark and its product. */
const itemsAtOnce = 24;

/** As many reviews as go in one transaction with the customer: each is three items. */
export const reviewsDeletedAtOnce = 33;

/**
 * Deletes a customer, and goes on with a deletion that was interrupted. From the first commit on the customer does not exist,
 * so nothing can be added to it while its items go. Every step is held to its own deletion being under way still: one that comes
 * late, once the customer has been imported again, deletes nothing. Throws 404 where the store never had the customer.
 */
export async function deleteCustomer(commit: Commit, store: string, id: string): Promise<void> {
  let before: number | undefined;
  const deletion = await commit({
    async decide({ now }) {
      const customer = await customers.findRecord(store, id);
      if (!customer) throw notFound();
      const deletions = customer.deletions ?? 0;
      before ??= deletions;
      // Whoever was to be deleted has been, by a twin: who stands here now has been imported since.
      if (customers.isDeleted(customer) || deletions > before) return { writes: [], reply: deletions };
      const { reviews: written, next } = await reviews.listByAuthor(store, id, { limit: reviewsDeletedAtOnce });
      const together = next === undefined ? written : [];
      return {
        writes: [
          customers.remove(store, customer, now),
          ...together.flatMap((review) => reviews.removeWithAuthor(store, review)),
        ],
        reply: deletions + 1,
      };
    },
  });
  let isLeft = true;
  while (isLeft) isLeft = await commit({ decide: () => decideOnItems(store, id, deletion) });
}

/** Deletes the first items; its reply tells whether there may be others. */
async function decideOnItems(store: string, id: string, deletion: number): Promise<Decision<boolean>> {
  const customer = await customers.findRecord(store, id);
  if (!customer || !customers.isSweeping(customer, deletion)) return { writes: [], reply: false };
  const owned = await customers.listOwned(store, id, itemsAtOnce);
  if (owned.length === 0) return { writes: [customers.endSweep(store, customer)], reply: false };

  const left = await reviews.findByCopies(store, owned);

  return {
    writes: [
      customers.checkSweep(store, customer),
      ...owned.map((item) => items.remove(item, item)),
      ...left.flatMap((review) => reviews.removeWithAuthor(store, review)),
    ],
    reply: true,
  };
}
