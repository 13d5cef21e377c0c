import { type Standing, setCustomerStanding } from '../../lib/contract/functions/operator.ts';
import { statusOf } from '../../lib/domain/review.ts';
import { storeFunction } from '../../lib/invoke/function.ts';
import * as customers from '../../lib/table/customers/customers.ts';
import * as reviews from '../../lib/table/reviews/reviews.ts';
import type { Decision } from '../../lib/table/unit-of-work.ts';

export const handler = storeFunction(setCustomerStanding, async ({ store, payload, commit }) => {
  const { customer_id: id, standing } = payload;

  let { changed, sweeping } = await commit(() => decideStep(store.id, id, standing));
  while (sweeping) {
    const step = await commit(() => decideStep(store.id, id));
    changed += step.changed;
    sweeping = step.sweeping;
  }

  return { customer_id: id, standing, reviews_changed: changed };
});

interface Step {
  changed: number;
  /** Whether reviews are left to be brought in line. */
  sweeping: boolean;
}

/**
 * Gives the customer the standing and their first reviews with it, or goes on where the last step ended: how far it came
 * stands on the customer, so that whoever comes next goes on from there. A review posted meanwhile starts with the new standing.
 */
async function decideStep(store: string, id: string, asked?: Standing): Promise<Decision<Step>> {
  const customer = await customers.get(store, id);
  const begins = asked !== undefined && asked !== customer.standing;
  if (!begins && !customer.standing_sweep) return { writes: [], reply: { changed: 0, sweeping: false } };

  const standing = asked ?? customer.standing;
  const { reviews: page, next } = await reviews.listByAuthor(
    store,
    id,
    begins ? undefined : customer.standing_sweep?.after,
  );
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
