/** Storefront page: reviews, and the audit of ratings. */
import * as z from 'zod/mini';
import { duplicateWhen, type ErrorRow, notFoundWhen } from '../../schema/errors.ts';
import { id, replyId } from '../../schema/ids.ts';
import { invocable } from '../../schema/invocable.ts';
import { limits } from '../../schema/limits.ts';
import { listOf, payloadPage } from '../../schema/paging.ts';
import { storeId } from '../stores/fields.ts';
import { content, drift, review } from './fields.ts';

const shared = { group: 'storefront', switch: 'SERVICE_REVIEWS' } as const;

const siteId = id('site_id', 'site');

const customerId = id('customer_id', 'customer');

const productId = id('product_id', 'product');

const reviewId = id('review_id', 'review');

const page = payloadPage({ resource: 'review' });

const unknownReview = notFoundWhen('the customer has no such review');

const banned: ErrorRow = { code: 'FORBIDDEN', message: 'The customer is banned', when: 'the author is banned' };

export const postReview = invocable({
  ...shared,
  name: 'post-review',
  summary: "Post a customer's one review of a product they bought",
  payload: z.object({
    store_id: storeId,
    site_id: siteId,
    customer_id: customerId,
    product_id: productId,
    ...content,
  }),
  result: review,
  errors: [
    notFoundWhen('the site, the customer or the product does not exist'),
    {
      code: 'FORBIDDEN',
      message: 'The customer has not bought the product in a paid order',
      when: 'a rule of who may review fails',
    },
    duplicateWhen('the customer has said otherwise of the product'),
  ],
  reach: ['PutItem', 'UpdateItem', 'ConditionCheckItem'],
});

export const editReview = invocable({
  ...shared,
  name: 'edit-review',
  summary: 'Replace what a review says',
  payload: z.object({ store_id: storeId, customer_id: customerId, review_id: reviewId, ...content }),
  result: review,
  errors: [unknownReview, banned],
  reach: ['PutItem', 'UpdateItem'],
});

export const deleteReview = invocable({
  ...shared,
  name: 'delete-review',
  summary: 'Delete a review; its author may then write a new one',
  payload: z.object({ store_id: storeId, customer_id: customerId, review_id: reviewId }),
  result: z.object({ review_id: replyId('review'), deleted: z.literal(true) }),
  errors: [unknownReview],
  reach: ['PutItem', 'UpdateItem', 'DeleteItem'],
});

export const listProductReviews = invocable({
  ...shared,
  name: 'list-product-reviews',
  summary: 'List the reviews of a product as its page shows them to a viewer, newest first',
  payload: z.object({
    store_id: storeId,
    site_id: siteId,
    product_id: productId,
    viewer_customer_id: z.nullish(id('viewer_customer_id', 'customer')),
    ...page,
  }),
  result: listOf(review),
  errors: [notFoundWhen('the site or the product does not exist')],
  readOnly: true,
  reach: ['Query product_feed'],
});

export const listCustomerReviews = invocable({
  ...shared,
  name: 'list-customer-reviews',
  summary: "List a customer's reviews as their account shows them, newest first",
  payload: z.object({ store_id: storeId, customer_id: customerId, ...page }),
  result: listOf(review),
  errors: [notFoundWhen('the customer does not exist')],
  readOnly: true,
  reach: ['Query customer_feed'],
});

export const auditRatings = invocable({
  name: 'audit-ratings',
  group: 'operator',
  summary: "Recompute the ratings of a store's products from their published reviews, and report any drift",
  payload: z.object({
    store_id: storeId,
    ...payloadPage({ resource: 'product', limit: limits.pageMaximum }),
  }),
  result: z.object({ audited: z.int(), drifts: z.array(drift), next: z.nullable(replyId('product')) }),
  errors: [],
  readOnly: true,
  reach: ['Query'],
});
