/** A customer goes with everything they own, over any number of items. */
import { notFound } from '../contract/kinds/errors.ts';
import * as customers from '../table/customers/customers.ts';
import { erase } from '../table/items.ts';
import * as reviews from '../table/reviews/reviews.ts';
import type { Commit, Decision } from '../table/unit-of-work.ts';

/** Each takes up to three of a transaction's 100 items: a review, its copy and its product. */
const itemsAtOnce = 33;

/**
 * Deletes a customer, and goes on with a deletion that was interrupted. From the first commit on the customer does not exist,
 * so nothing can be added to it while its items go. Throws 404 where the store never had the customer.
 */
export async function deleteCustomer(commit: Commit, store: string, id: string): Promise<void> {
  let sweeping = await commit({ decide: ({ now }) => decideOnCustomer(store, id, now) });
  while (sweeping) sweeping = await commit({ decide: () => decideOnItems(store, id) });
}

/** Reviews that fit into one transaction go with the customer; the reply tells whether there may be items left. */
async function decideOnCustomer(store: string, id: string, now: string): Promise<Decision<boolean>> {
  const customer = await customers.findRecord(store, id);
  if (!customer) throw notFound();
  if (customers.isDeleted(customer)) return { writes: [], reply: customer.sweeping === true };

  const { reviews: written, next } = await reviews.listByAuthor(store, id);
  const together = next === undefined ? written : [];

  return {
    writes: [
      customers.remove(store, customer, now),
      ...together.flatMap((review) => reviews.removeWithAuthor(store, review)),
    ],
    reply: true,
  };
}

async function decideOnItems(store: string, id: string): Promise<Decision<boolean>> {
  const owned = await customers.listOwned(store, id, itemsAtOnce);
  if (owned.length === 0) return { writes: [customers.endSweep(store, id)], reply: false };

  const left = await reviews.findByCopies(store, owned);

  return {
    writes: [...owned.map(erase), ...left.flatMap((review) => reviews.removeWithAuthor(store, review))],
    reply: true,
  };
}
