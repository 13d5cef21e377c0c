/** A customer's reviews follow their standing, over any number of reviews. */

import type { Commit, Decision } from '../once/unit-of-work.ts';
import type { Standing } from '../resources/customers/fields.ts';
import * as customers from '../resources/customers/records.ts';
import * as reviews from '../resources/reviews/records.ts';
import { statusOf } from '../resources/reviews/rules.ts';
import * as batches from '../runtime/batches.ts';

/** Gives a customer a standing. The number of reviews whose status has changed with it. Throws 404. */
export async function changeStanding(
  commit: Commit,
  store: string,
  { id, standing }: { id: string; standing: Standing },
): Promise<number> {
  let { changed, sweeping } = await commit({ decide: () => decideOnPage(store, id, standing) });
  while (sweeping) {
    const page = await commit({ decide: () => decideOnPage(store, id) });
    changed += page.changed;
    sweeping = page.sweeping;
  }
  return changed;
}

interface Swept {
  changed: number;
  /** Whether reviews are left to be brought in line. */
  sweeping: boolean;
}

/**
 * Gives the customer the standing and their first reviews with it, or continues after the last step, whose end stands on the customer. A
 * review posted meanwhile starts with the new standing.
 */
async function decideOnPage(store: string, id: string, asked?: Standing): Promise<Decision<Swept>> {
  const customer = await customers.get(store, id);
  const begins = asked !== undefined && asked !== customer.standing;
  if (!begins && !customer.standing_sweep) return { writes: [], reply: { changed: 0, sweeping: false } };

  const standing = asked ?? customer.standing;
  const { reviews: page, next } = await reviews.listByAuthor(store, id, {
    after: begins ? undefined : customer.standing_sweep?.after,
    limit: batches.changedReviews.size,
  });
  const moves = page
    .filter(({ author_standing }) => author_standing !== standing)
    .map((read) => ({ read, moved: { ...read, author_standing: standing } }));

  return {
    writes: [
      customers.replace(store, customer, { ...customer, standing, standing_sweep: next ? { after: next } : undefined }),
      ...moves.flatMap(({ read, moved }) => reviews.replaceItem(store, read, moved)),
    ],
    reply: {
      changed: moves.filter(({ read, moved }) => statusOf(read) !== statusOf(moved)).length,
      sweeping: next !== undefined,
    },
  };
}
