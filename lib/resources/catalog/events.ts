/** Events about products, and how they are told. */

import * as z from 'zod/mini';
import type { Rule } from '../../events/item.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { field, shownInteger, shownOf } from '../../schema/field.ts';
import { deleteCustomer, setCustomerStanding } from '../customers/functions.ts';
import { importReviews } from '../move-in/functions.ts';
import { deleteReview, editReview, postReview } from '../reviews/functions.ts';
import { hideReview, showReview } from '../reviews/operations.ts';
import { type Rating, ratingAverage } from './rules.ts';

export const object: EventObject = {
  resource: 'product',
  title: 'Product events',
  text: 'Rating of a product by its published reviews. Products are mirrored from the store and have no other events. `sequence` counts the changes of the rating, from 1.',
};

const data = shownOf({
  review_count: shownInteger({ words: 'How many published reviews the product has.', example: 1 }),
  rating_average: field({
    shown: z.nullable(z.number()),
    words: 'Mean of their stars, rounded to two decimals; null while there are none.',
    example: 5,
  }),
});

export const eventTypes = {
  'product.rating_changed': event({
    when: 'the published reviews of a product count or average otherwise',
    text: 'Comes with each change that moves the count or the average: both are those after it.',
    by: [
      postReview,
      importReviews,
      editReview,
      deleteReview,
      hideReview,
      showReview,
      setCustomerStanding,
      deleteCustomer,
    ],
    data: data,
    example: { id: 'pro_teapot', sequence: 3 },
  }),
};

/** A product as far as its rating goes, which has a version of its own: a rush of shoppers moves no rating. */
interface RatedProduct extends Rating {
  id: string;
  /** Absent before the first review. */
  rating_version?: number;
}

export const rule: Rule<RatedProduct, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'PRODUCT' && kind === 'PRODUCT',

  tell(before, after) {
    const { rating_version: sequence = 0 } = after ?? {};
    if (!after || sequence === (before?.rating_version ?? 0)) return [];
    const data = { review_count: after.review_count, rating_average: ratingAverage(after) };
    return [{ type: 'product.rating_changed', id: after.id, data, sequence }];
  },
};
