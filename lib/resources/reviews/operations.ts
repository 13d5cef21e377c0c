/** Contract, "Reviews": its endpoints. */
import * as z from 'zod/mini';
import { notFoundWhen } from '../../schema/errors.ts';
import { field, inputOf } from '../../schema/field.ts';
import { operation } from '../../schema/operation.ts';
import { listOf, page } from '../../schema/paging.ts';
import { oneOf } from '../../schema/values.ts';
import { hideInput, review, reviewReply, reviewReplyInput, reviewStatuses, statusWords } from './fields.ts';

const shared = { section: 'Reviews', folder: 'reviews', switch: 'SERVICE_REVIEWS' } as const;

const review_id = 'The review. The answer is 404 once its author has deleted it.';

const wrongStatus = 'status must be published, hidden, shadowbanned, or banned';

/** A malformed id is not refused here: it names nothing, which is a 404. */
const filter = (name: string, words: string, example: string) =>
  field({ input: z.optional(z.string({ error: `${name} must be given once` })), words, example });

const unknown = notFoundWhen('the review does not exist');

export const listReviews = operation({
  ...shared,
  name: 'list-reviews',
  summary: 'List reviews',
  words: {
    text: "Returns the store's reviews, newest first, with any of three filters together. A filter that names a product or customer the store does not have is a 404. A list follows a change usually within a second; read a review by id to see it at once.",
    path: {},
  },
  method: 'GET',
  path: '/api/v1/reviews/',
  permission: 'Read',
  parameters: {},
  query: inputOf({
    product: filter('product', 'Only reviews of this product, `pro_…`. Unknown or malformed: 404.', 'pro_cup'),
    customer: filter('customer', 'Only reviews by this customer, `cus_…`. Unknown or malformed: 404.', 'cus_ada'),
    status: field({
      input: z.optional(oneOf(reviewStatuses, { required: wrongStatus, wrong: wrongStatus })),
      words: { text: 'Only reviews with this status.', values: statusWords },
      example: undefined,
    }),
    ...page({ resource: 'review' }),
  }),
  success: { status: 200, description: 'A page of reviews', schema: listOf(review, { of: 'reviews, newest first' }) },
  errors: [
    { query: { status: 'pending' }, when: 'a query parameter breaks a rule' },
    notFoundWhen('a filter names a product or customer that does not exist'),
  ],
  reach: ['Query feed', 'Query product_feed', 'Query customer_feed'],
});

export const getReview = operation({
  ...shared,
  name: 'get-review',
  summary: 'Get a review',
  words: {
    text: 'Returns the review in any status, including the fields that its author never sees.',
    path: { review_id },
  },
  method: 'GET',
  path: '/api/v1/reviews/{review_id}/',
  permission: 'Read',
  parameters: { review_id: 'review' },
  success: { status: 200, description: 'The review', schema: review },
  errors: [unknown],
});

export const hideReview = operation({
  ...shared,
  name: 'hide-review',
  summary: 'Hide a review',
  words: {
    text: 'Removes the review from the product page and from the rating in one transaction. Hiding it again replaces reason, note and time. A hidden review stays hidden, even if the standing of its author changes.',
    path: { review_id },
  },
  method: 'POST',
  path: '/api/v1/reviews/{review_id}/hide/',
  permission: 'Write',
  parameters: { review_id: 'review' },
  body: hideInput,
  success: { status: 200, description: 'The hidden review', schema: review },
  errors: [{ body: { reason: undefined }, when: 'the reason is absent or unknown' }, unknown],
  reach: ['PutItem', 'UpdateItem'],
});

export const showReview = operation({
  ...shared,
  name: 'show-review',
  summary: 'Show a hidden review',
  words: {
    text: 'Undoes Hide and clears its reason, note and time. The review becomes `published`, or `shadowbanned` or `banned` where its author is. A review that is not hidden is answered unchanged. Needs no body.',
    path: { review_id },
  },
  method: 'POST',
  path: '/api/v1/reviews/{review_id}/unhide/',
  permission: 'Write',
  parameters: { review_id: 'review' },
  success: { status: 200, description: 'The review', schema: review },
  errors: [unknown],
  reach: ['PutItem', 'UpdateItem'],
});

const reply = {
  ...shared,
  path: '/api/v1/reviews/{review_id}/reply/',
  parameters: { review_id: 'review' },
} as const;

const noReply = notFoundWhen('the review does not exist, or has no reply');

export const getReviewReply = operation({
  ...reply,
  name: 'get-review-reply',
  summary: 'Get the reply to a review',
  words: { text: "Returns the store's public reply to the review.", path: { review_id } },
  method: 'GET',
  permission: 'Read',
  success: { status: 200, description: 'The reply', schema: reviewReply },
  errors: [noReply],
});

export const setReviewReply = operation({
  ...reply,
  name: 'set-review-reply',
  summary: 'Reply to a review',
  words: {
    text: 'Answers the review in public, or replaces the answer. The storefront gets it with the review. The body that is there already changes nothing. A reply stays when the review is hidden or shown, and goes with the review.',
    path: { review_id },
  },
  method: 'PUT',
  permission: 'Write',
  body: reviewReplyInput,
  success: { status: 200, description: 'The reply', schema: reviewReply },
  errors: [{ body: { body: '' }, when: 'the body is absent or empty' }, unknown],
  reach: ['PutItem', 'UpdateItem'],
});

export const removeReviewReply = operation({
  ...reply,
  name: 'remove-review-reply',
  summary: 'Remove the reply to a review',
  words: { text: "Removes the store's public reply. The review itself stays as it is.", path: { review_id } },
  method: 'DELETE',
  permission: 'Write',
  success: { status: 204, description: 'The review has no reply' },
  errors: [noReply],
  reach: ['PutItem', 'UpdateItem'],
});

/** The names under which programs call them: each method of the client's is one operation. */
export const methods = {
  list: listReviews,
  get: getReview,
  hide: hideReview,
  show: showReview,
  getReply: getReviewReply,
  setReply: setReviewReply,
  removeReply: removeReviewReply,
} as const;
