/** Reviews take over the new name of a variant, empty where it is gone, over any number of reviews. */

import type { Commit, Decision } from '../once/unit-of-work.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as reviews from '../resources/reviews/records.ts';
import { followVariant } from '../resources/reviews/rules.ts';
import * as batches from '../runtime/batches.ts';
import { type Page, pagesOf } from '../table/pages.ts';

/**
 * Renames variants in every review of a product, page by page, as they are named at the commit. The product stays marked, with how far it
 * came, so that importing it again continues after an interruption. A review posted meanwhile has the new name, because its commit checks
 * the variants; an earlier one is found by its mark.
 */
export async function renameVariants(commit: Commit, store: string, id: string): Promise<void> {
  const begun = await products.get(store, id);
  const read = (page: Page) => reviews.listIds(store, id, page);
  const rest = { after: begun.renamed_up_to, limit: batches.changedReviews.size };
  for await (const ids of pagesOf(read, (review) => review, rest)) {
    await commit({ decide: () => decideOnPage(store, begun, ids) });
  }

  await commit({
    async decide() {
      const product = await products.get(store, id);
      return { writes: isCurrent(begun, product) ? products.endRenaming(store, product) : [], reply: undefined };
    },
  });
}

/** Whoever has changed the variants meanwhile renames after that, from the first review on. */
const isCurrent = (begun: products.Product, product: products.Product): boolean =>
  product.variants_round === begun.variants_round;

async function decideOnPage(
  store: string,
  begun: products.Product,
  ids: readonly string[],
): Promise<Decision<undefined>> {
  const [product, found] = await Promise.all([products.get(store, begun.id), reviews.findMany(store, ids)]);
  const writes = found.flatMap((review) => {
    const followed = followVariant(review, product);
    return followed.variant_name === review.variant_name ? [] : reviews.replace(store, review, followed);
  });
  const last = ids.length === batches.changedReviews.size ? ids.at(-1) : undefined;
  const place = last !== undefined && isCurrent(begun, product) && products.recordRenaming(store, product, last);
  if (place) return { writes: [...writes, place], reply: undefined };
  return { writes: writes.length > 0 ? [...writes, products.checkVariants(store, product)] : [], reply: undefined };
}
