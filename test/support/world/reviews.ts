/** Reviews as they come to be: bought, then posted. */
import type { ReviewObject } from '../../../lib/contract/api/reviews.ts';
import { postReview } from '../../../lib/contract/functions/reviews.ts';
import * as purchases from '../../../lib/table/customers/purchases.ts';
import { commitUnitOfWork } from '../../../lib/table/unit-of-work.ts';
import { invoke, type Refusal } from '../invoke.ts';
import { succeeded, type World } from './world.ts';

export const reviewContent = { rating: 4, title: 'Pours well', body: 'Not a drop beside the cup.' };

interface Purchased {
  id: string;
  variants: readonly { id: string }[];
}

/** Makes a customer eligible to review a product: they bought its last variant in a paid order. */
export const buy = (world: World, customer: { id: string }, product: Purchased, variant = product.variants.at(-1)) =>
  commitUnitOfWork({
    decide: async () => ({
      writes: [
        purchases.merge(world.store.id, {
          customer_id: customer.id,
          product_id: product.id,
          variant_id: variant?.id ?? '',
          order_id: 'ord_1',
        }),
      ],
      reply: undefined,
    }),
  });

/** A review as the storefront is answered, or the refusal. */
export const post = (
  { store, sites: [site] }: World,
  customer: { id: string },
  product: { id: string },
  content: object = {},
): Promise<ReviewObject & Partial<Refusal>> =>
  invoke<ReviewObject>(postReview, {
    store_id: store.id,
    site_id: site.id,
    customer_id: customer.id,
    product_id: product.id,
    ...reviewContent,
    ...content,
  });

/** Buys and reviews. */
export async function newReview(world: World, customer: { id: string }, product: Purchased, content: object = {}) {
  await buy(world, customer, product);
  return succeeded(post(world, customer, product, content));
}
