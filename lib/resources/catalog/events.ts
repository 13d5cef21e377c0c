/** Events about products, and the rule that makes them. */

import * as z from 'zod/mini';
import type { Rule } from '../../events/item.ts';
import { type EventObject, event } from '../../schema/event.ts';
import { field, shownInteger, shownOf } from '../../schema/field.ts';
import { deleteCustomer, setCustomerStanding } from '../customers/functions.ts';
import { changeCustomerStanding } from '../customers/operations.ts';
import { importReviews } from '../move-in/functions.ts';
import { deleteReview, editReview, postReview } from '../reviews/functions.ts';
import { hideReview, showReview } from '../reviews/operations.ts';
import { type Rating, ratingAverage } from './rules.ts';

export const object: EventObject = {
  resource: 'product',
  title: 'Product events',
  text: 'Changes of the rating of a product. Products are imported from your own systems and have no other events. `sequence` counts the changes of the rating, from 1.',
};

const data = shownOf({
  review_count: shownInteger({ words: 'Number of published reviews of the product.', example: 1 }),
  rating_average: field({
    shown: z.nullable(z.number()),
    words: 'Average stars of the published reviews, rounded to two decimals; null without published reviews.',
    example: 5,
  }),
});

export const eventTypes = {
  'product.rating_changed': event({
    when: 'the number or the average of the published reviews of a product changed',
    text: 'Sent with each change of the count or the average. Both values are from after the change.',
    by: [
      postReview,
      importReviews,
      editReview,
      deleteReview,
      hideReview,
      showReview,
      setCustomerStanding,
      changeCustomerStanding,
      deleteCustomer,
    ],
    data: data,
    example: { id: 'pro_teapot', sequence: 3 },
  }),
};

/** A product and its rating. The rating has its own version, because waiting shoppers change the product but not the rating. */
interface RatedProduct extends Rating {
  id: string;
  /** Absent before the first review. */
  rating_version?: number;
}

export const rule: Rule<RatedProduct, typeof eventTypes> = {
  isAt: ({ partition: [of], sort: [kind] }) => of === 'PRODUCT' && kind === 'PRODUCT',

  toEvents(before, after) {
    const { rating_version: sequence = 0 } = after ?? {};
    if (!after || sequence === (before?.rating_version ?? 0)) return [];
    const data = { review_count: after.review_count, rating_average: ratingAverage(after) };
    return [{ type: 'product.rating_changed', id: after.id, data, sequence }];
  },
};
