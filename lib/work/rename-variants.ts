/** Reviews take over the new name of a variant, empty where it is gone, over any number of reviews. */
import { followVariant } from '../domain/review.ts';
import * as products from '../table/catalog/products.ts';
import { type Page, pagesOf } from '../table/pages.ts';
import * as reviews from '../table/reviews/reviews.ts';
import type { Commit, Decision } from '../table/unit-of-work.ts';

/**
 * Renames in every review of a product, page by page, each as the variants are named at the commit. The product stays marked
 * until all is done, so that importing it again finishes what was interrupted. A review posted meanwhile has the new name, as its
 * commit is held to the variants; one posted before is found by its mark.
 */
export async function renameVariants(commit: Commit, store: string, id: string): Promise<void> {
  const begun = await products.get(store, id);
  const read = (page: Page) => reviews.listIds(store, id, page);
  for await (const ids of pagesOf(read, (review) => review, { limit: reviews.reviewsAtOnce })) {
    await commit({ decide: () => decideOnPage(store, id, ids) });
  }

  await commit({
    async decide() {
      const product = await products.get(store, id);
      // Whoever has changed them meanwhile renames after that.
      const isCurrent = product.variants_round === begun.variants_round;
      return { writes: isCurrent ? products.endRenaming(store, product) : [], reply: undefined };
    },
  });
}

async function decideOnPage(store: string, id: string, ids: readonly string[]): Promise<Decision<undefined>> {
  const [product, found] = await Promise.all([products.get(store, id), reviews.findMany(store, ids)]);
  const writes = found.flatMap((review) => {
    const followed = followVariant(review, product);
    return followed.variant_name === review.variant_name ? [] : reviews.replace(store, review, followed);
  });
  return { writes: writes.length > 0 ? [...writes, products.checkVariants(store, product)] : [], reply: undefined };
}
