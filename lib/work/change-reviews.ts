/** Updates any number of reviews after a change of their author's standing or of a variant's name. */

import type { Commit, Decision } from '../once/unit-of-work.ts';
import * as products from '../resources/catalog/product-records.ts';
import type { Standing } from '../resources/customers/fields.ts';
import * as customers from '../resources/customers/records.ts';
import * as reviews from '../resources/reviews/records.ts';
import { followVariant, statusOf } from '../resources/reviews/rules.ts';
import * as batches from '../runtime/batches.ts';
import type { Stored } from '../table/items.ts';
import { type Page, pagesOf } from '../table/reads.ts';

/** Sets the standing of a customer. Returns how many reviews changed their status as a result. Throws 404. */
export async function changeStanding(
  commit: Commit,
  store: string,
  { id, standing }: { id: string; standing: Standing },
): Promise<number> {
  const { changed, sweeping } = await commit({ decide: ({ now }) => decideStanding(store, { id, standing, now }) });
  return sweeping ? changed + (await continueStanding(commit, store, id)) : changed;
}

/**
 * Updates the reviews that do not yet have the standing of their author, if there are any. Returns how many changed their status. Does nothing
 * if the customer has been deleted.
 */
export async function continueStanding(commit: Commit, store: string, id: string): Promise<number> {
  let [changed, sweeping] = [0, true];
  while (sweeping) {
    const page = await commit({ decide: () => decideOnPage(store, id) });
    changed += page.changed;
    sweeping = page.sweeping;
  }
  return changed;
}

interface Swept {
  changed: number;
  /** Whether reviews are left to update. */
  sweeping: boolean;
}

/** What a request asks for, and when. */
interface Asked {
  id: string;
  standing: Standing;
  now: string;
}

/**
 * Sets the standing of the customer and of their first reviews, or continues after the last step if they have that standing. The reply also
 * contains the customer. Throws 404 with `message`.
 */
export async function decideStanding(
  store: string,
  { id, standing, now }: Asked,
  message?: string,
): Promise<Decision<Swept & { customer: customers.Customer }>> {
  const customer = await customers.get(store, id, message);
  const begins = standing !== customer.standing;
  const next = begins ? { ...customer, standing, updated_at: now, standing_sweep: {} } : customer;
  const { writes, reply } = await sweep(store, customer, next);
  return { writes, reply: { ...reply, customer: next } };
}

async function decideOnPage(store: string, id: string): Promise<Decision<Swept>> {
  const customer = await customers.findRecord(store, id);
  return customer && !customers.isDeleted(customer)
    ? sweep(store, customer, customer)
    : { writes: [], reply: { changed: 0, sweeping: false } };
}

/**
 * Gives another page of reviews the standing of `next`. The progress is in the customer's record. A review posted meanwhile starts with the
 * new standing.
 */
async function sweep(
  store: string,
  customer: Stored<customers.Customer>,
  next: customers.Customer,
): Promise<Decision<Swept>> {
  if (!next.standing_sweep) return { writes: [], reply: { changed: 0, sweeping: false } };
  const { standing } = next;
  const { reviews: page, next: end } = await reviews.listByAuthor(store, customer.id, {
    after: next.standing_sweep.after,
    limit: batches.changedReviews.size,
  });
  const moves = page
    .filter(({ author_standing }) => author_standing !== standing)
    .map((read) => ({ read, moved: { ...read, author_standing: standing } }));

  return {
    writes: [
      customers.replace(store, customer, { ...next, standing_sweep: end ? { after: end } : undefined }),
      ...moves.flatMap(({ read, moved }) => reviews.replace(store, read, moved)),
    ],
    reply: {
      changed: moves.filter(({ read, moved }) => statusOf(read) !== statusOf(moved)).length,
      sweeping: end !== undefined,
    },
  };
}

/**
 * Updates the variant names in every review of a product, page by page, to the names at the commit. The product stays marked, with the
 * progress, so that importing it again continues after an interruption. A review posted meanwhile has the new name, because its commit checks
 * the variants; an earlier one is found by its mark.
 */
export async function renameVariants(commit: Commit, store: string, id: string): Promise<void> {
  const started = await products.get(store, id);
  const read = (page: Page) => reviews.listIds(store, id, page);
  const rest = { after: started.renamed_up_to, limit: batches.changedReviews.size };
  for await (const ids of pagesOf(read, (review) => review, rest)) {
    await commit({ decide: () => decideNames(store, started, ids) });
  }

  await commit({
    async decide() {
      const product = await products.get(store, id);
      return { writes: isCurrent(started, product) ? products.endRenaming(store, product) : [], reply: undefined };
    },
  });
}

/** Whether the variants are unchanged since `started` was read. After a later change, its own import renames again, from the first review on. */
const isCurrent = (started: products.Product, product: products.Product): boolean =>
  product.variants_round === started.variants_round;

async function decideNames(
  store: string,
  started: products.Product,
  ids: readonly string[],
): Promise<Decision<undefined>> {
  const [product, found] = await Promise.all([products.get(store, started.id), reviews.findMany(store, ids)]);
  const renamed = found
    .map((read) => ({ read, followed: followVariant(read, product) }))
    .filter(({ read, followed }) => read.variant_name !== followed.variant_name);
  const isFull = ids.length === batches.changedReviews.size && isCurrent(started, product);
  const renamed_up_to = isFull ? ids.at(-1) : undefined;
  if (renamed.length === 0 && renamed_up_to === undefined) return { writes: [], reply: undefined };
  const isShown = renamed.some(({ read, followed }) => reviews.isShownDifferently(read, followed));
  return {
    writes: [
      ...renamed.flatMap(({ read, followed }) => reviews.replaceWithCopy(store, read, followed)),
      products.recordRenaming(store, product, { renamed_up_to, isShown }),
    ],
    reply: undefined,
  };
}
