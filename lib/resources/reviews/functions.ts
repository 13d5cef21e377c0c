/** Storefront page: reviews, and the audit of ratings. */
import * as z from 'zod/mini';
import { duplicateWhen, type ErrorRow, notFoundWhen } from '../../schema/errors.ts';
import { exampleOutput } from '../../schema/examples.ts';
import { field, idOf, inputOf, shownInteger, shownOf } from '../../schema/field.ts';
import { id, replyId } from '../../schema/ids.ts';
import { invocable, reads } from '../../schema/invocable.ts';
import { limits } from '../../schema/limits.ts';
import { listOf, payloadPage } from '../../schema/paging.ts';
import { requiredOr } from '../../schema/text.ts';
import { integer } from '../../schema/values.ts';
import { customerId } from '../customers/fields.ts';
import { storeId } from '../stores/fields.ts';
import { content, drift, productRating, review, storefrontReview } from './fields.ts';

const shared = { group: 'storefront', switch: 'SERVICE_REVIEWS' } as const;

const siteId = (words: string) => field({ input: id('site_id', 'site'), words, example: 'sit_demo' });

const author = (example?: string) => customerId('The author.', example);

const productId = (words: string, example: string) => field({ input: id('product_id', 'product'), words, example });

const reviewId = (words: string, example: string) => field({ input: id('review_id', 'review'), words, example });

const page = payloadPage({ resource: 'review' });

const ratedProducts = `product_ids must be 1 to ${limits.ratedProducts} IDs`;

const unknownReview = notFoundWhen('the customer has no such review');

const banned: ErrorRow = { code: 'FORBIDDEN', message: 'The customer is banned', when: 'the author is banned' };

export const postReview = invocable({
  ...shared,
  name: 'post-review',
  summary: 'Post a review',
  words:
    "Posts a customer's review; a customer can have one review per product. The call is refused with `FORBIDDEN` if the customer's email address is not verified, the customer is banned, the product was not bought in a paid or fulfilled order, or the site has reviews disabled. The error message contains the rule that failed. A shadowbanned author's review starts as `shadowbanned`.",
  same: 'With the same customer, product and content, the call returns the existing review; with different content, the call is refused with `DUPLICATE`.',
  payload: inputOf({
    store_id: storeId,
    site_id: siteId('The site that the review is posted on; its settings decide whether reviews are accepted.'),
    customer_id: author(),
    product_id: productId('The reviewed product.', 'pro_book'),
    ...content,
  }),
  result: review,
  errors: [
    notFoundWhen('the site, the customer or the product does not exist'),
    {
      code: 'FORBIDDEN',
      message: 'The customer has not bought the product in a paid order',
      when: 'the customer may not review the product',
    },
    duplicateWhen('the customer has another review of the product'),
  ],
  reach: ['PutItem', 'UpdateItem', 'ConditionCheckItem'],
});

export const editReview = invocable({
  ...shared,
  name: 'edit-review',
  summary: 'Update a review',
  words: 'Replaces the rating, title and body of a review and updates `updated_at`. A hidden review stays hidden.',
  same: 'Sending the same content again changes nothing.',
  payload: inputOf({
    store_id: storeId,
    customer_id: author(),
    review_id: reviewId('The review to change.', 'rev_00demo1'),
    ...content,
  }),
  result: review,
  errors: [unknownReview, banned],
  reach: ['PutItem', 'UpdateItem'],
});

export const deleteReview = invocable({
  ...shared,
  name: 'delete-review',
  summary: 'Delete a review',
  words:
    'Deletes a review for its author and updates the rating of the product. The author may then post a new review.',
  same: 'Deleting the same review again returns the same result.',
  payload: inputOf({
    store_id: storeId,
    customer_id: author(),
    review_id: reviewId('The review to delete.', 'rev_00demo2'),
  }),
  result: shownOf({
    review_id: idOf('review', { words: 'The deleted review.', example: 'rev_00demo2' }),
    deleted: field({
      shown: z.literal(true),
      words: 'Always `true`: the author may post another review.',
      example: true,
    }),
  }),
  errors: [unknownReview],
  reach: ['PutItem', 'UpdateItem', 'DeleteItem'],
});

export const listProductReviews = invocable({
  ...shared,
  name: 'list-product-reviews',
  summary: 'List the reviews on a product page',
  words:
    "Returns the reviews that a viewer of the product page may see, newest first: published reviews, and the viewer's own shadowbanned review as `published`. Hidden reviews are never returned.",
  same: reads,
  payload: inputOf({
    store_id: storeId,
    site_id: siteId('The site of the product page. If the site has reviews disabled, the list is empty.'),
    product_id: productId('The product of the product page.', 'pro_teapot'),
    viewer_customer_id: field({
      input: z.nullish(id('viewer_customer_id', 'customer')),
      words: 'The viewer, if logged in. If omitted, the viewer is anonymous.',
      example: 'cus_ada',
    }),
    rating: field({
      input: z.nullish(
        integer({
          label: 'rating',
          min: 1,
          max: limits.rating,
          outside: `rating must be between 1 and ${limits.rating}`,
        }),
      ),
      words: 'Returns only reviews with this many stars, 1 to 5. If omitted, all reviews are returned.',
      example: undefined,
    }),
    ...page,
  }),
  result: listOf(storefrontReview, { of: 'reviews, newest first' }),
  errors: [notFoundWhen('the site or the product does not exist')],
  readOnly: true,
  reach: ['Query product_feed', 'Query stars_feed'],
});

export const getProductRatings = invocable({
  ...shared,
  name: 'get-product-ratings',
  summary: 'Get the ratings of products',
  words:
    'Returns, for each product, the number of published reviews, their average stars, and the number of reviews for each star rating. The counts change in the same transaction as the review. Products are in the order of the request; unknown products are omitted, and duplicate IDs are returned once.',
  same: reads,
  payload: inputOf({
    store_id: storeId,
    product_ids: field({
      input: z
        .array(id('product_ids', 'product'), {
          error: requiredOr('product_ids is required', 'product_ids must be an array'),
        })
        .check(z.minLength(1, { error: ratedProducts }), z.maxLength(limits.ratedProducts, { error: ratedProducts })),
      words: `IDs of the products, 1 to ${limits.ratedProducts}.`,
      example: ['pro_teapot', 'pro_book'],
    }),
  }),
  result: shownOf({
    data: field({
      shown: z.array(productRating),
      words: 'The known products, in the order of the request.',
      example: [exampleOutput(productRating)],
    }),
  }),
  errors: [],
  readOnly: true,
  reach: ['Query'],
});

export const listCustomerReviews = invocable({
  ...shared,
  name: 'list-customer-reviews',
  summary: "List a customer's own reviews",
  words:
    'Returns every review of a customer for their account page, newest first. Hidden reviews include the reason but not the internal note; shadowbanned reviews appear as `published`.',
  same: reads,
  payload: inputOf({ store_id: storeId, customer_id: author('cus_grace'), ...page }),
  result: listOf(storefrontReview, { of: 'reviews, newest first' }),
  errors: [notFoundWhen('the customer does not exist')],
  readOnly: true,
  reach: ['Query customer_feed'],
});

export const auditRatings = invocable({
  name: 'audit-ratings',
  group: 'operator',
  summary: 'Audit product ratings',
  words:
    'Recounts the published reviews of a page of products and reports every difference from the stored ratings. It changes nothing. If `drifts` is empty on every page, all ratings are correct.',
  same: reads,
  payload: inputOf({
    store_id: storeId,
    ...payloadPage({ resource: 'product', limit: limits.pageMaximum }),
  }),
  result: shownOf({
    audited: shownInteger({ words: 'Products checked on this page.', example: 4 }),
    drifts: field({
      shown: z.array(drift),
      words: 'Products with a wrong rating, if any.',
      example: [],
    }),
    next: field({
      shown: z.nullable(replyId('product')),
      words: 'The `after` of the next page; null on the last page.',
      example: null,
    }),
  }),
  errors: [],
  readOnly: true,
  reach: ['Query'],
});
