/** Storefront parts page, 3: reviews that a shopper writes on a page of the shop. */
import * as z from 'zod/mini';
import { field } from '../../schema/field.ts';
import { id } from '../../schema/ids.ts';
import { shopCall } from '../../schema/shop-call.ts';
import { reviewableProducts } from '../shopper-tokens/fields.ts';
import { editReview, postReview } from './functions.ts';

const shared = { scope: 'review', switch: 'SERVICE_REVIEWS' } as const;

export const shopPostReview = shopCall({
  ...shared,
  name: 'shop-post-review',
  summary: 'Post a review with a shopper token',
  method: 'POST',
  path: '/shop/v1/{store_id}/reviews/',
  of: postReview,
  given: ['customer_id'],
  more: {
    order_id: field({
      input: z.nullish(id('order_id', 'order')),
      words: 'An order of the customer. If `site_id` is omitted, the review is posted on the site of the order.',
      example: undefined,
    }),
  },
});

export const shopEditReview = shopCall({
  ...shared,
  name: 'shop-edit-review',
  summary: 'Update a review with a shopper token',
  method: 'PUT',
  path: '/shop/v1/{store_id}/reviews/{review_id}/',
  of: editReview,
  given: ['customer_id', 'review_id'],
});

export const shopListReviewable = shopCall({
  ...shared,
  name: 'shop-list-reviewable',
  summary: 'List what the customer of a shopper token may review',
  method: 'GET',
  path: '/shop/v1/{store_id}/reviewable/',
  result: reviewableProducts,
  reach: ['Query'],
});
