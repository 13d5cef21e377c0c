import type { Rule } from '../../events/item.ts';
import { type Rating, ratingAverage } from './rules.ts';

/** A product as far as its rating goes, which has a version of its own: a rush of shoppers moves no rating. */
interface RatedProduct extends Rating {
  id: string;
  /** Absent before the first review. */
  rating_version?: number;
}

export const products: Rule<RatedProduct> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'PRODUCT' && kind === 'PRODUCT',

  tell(before, after) {
    const { rating_version: sequence = 0 } = after ?? {};
    if (!after || sequence === (before?.rating_version ?? 0)) return [];
    const data = { review_count: after.review_count, rating_average: ratingAverage(after) };
    return [{ type: 'product.rating_changed', id: after.id, data, sequence }];
  },
};
