import { show } from '../../schema/show.ts';
import { type WaitlistedProduct, waitlistedProduct } from '../waitlist/fields.ts';
import type { ImportedProduct } from './fields.ts';

/** Published reviews of a product, and the sum of their ratings. */
export interface Rating {
  review_count: number;
  rating_sum: number;
}

/** Average of the published reviews' ratings, rounded to two decimals; null without any. */
export const ratingAverage = ({ review_count, rating_sum }: Rating) =>
  review_count > 0 ? Math.round((rating_sum * 100) / review_count) / 100 : null;

/** The product as the contract shows it in the ranking. */
export const waitlistedView = (product: ImportedProduct & Rating & { waiting_count?: number }): WaitlistedProduct =>
  show(waitlistedProduct, {
    ...product,
    description: product.description ?? '',
    rating_average: ratingAverage(product),
    waiting_count: product.waiting_count ?? 0,
  });

interface WithVariants {
  variants: readonly { id: string }[];
}

/** Ids of the variants that are gone. */
export const droppedVariants = (before: WithVariants, after: WithVariants): string[] =>
  before.variants.map(({ id }) => id).filter((id) => after.variants.every((variant) => variant.id !== id));
