/** The endpoints of the contract's section "Reviews". */
import * as z from 'zod/mini';
import { notFoundWhen } from '../../schema/errors.ts';
import { expandOf } from '../../schema/expand.ts';
import { field, inputOf } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { operation } from '../../schema/operation.ts';
import { filteredListOf, page } from '../../schema/paging.ts';
import { oneOf } from '../../schema/values.ts';
import {
  expandedReview,
  hideInput,
  review,
  reviewExpansions,
  reviewReply,
  reviewReplyInput,
  reviewStatuses,
  statusWords,
} from './fields.ts';

const shared = {
  section: 'Reviews',
  folder: 'reviews',
  area: 'reviews',
  switch: 'SERVICE_REVIEWS',
  ids: { review_id: { of: 'review', words: 'The review. A review that its author has deleted returns a 404.' } },
} as const;

const wrongStatus = 'status must be published, hidden, shadowbanned, or banned';

const wrongRating = `rating must be between 1 and ${limits.rating}`;

const ratingInQuery = z
  .string({ error: wrongRating })
  .check(
    z.regex(new RegExp(`^[1-${limits.rating}]$`)),
    z.meta({ type: 'integer', minimum: 1, maximum: limits.rating }),
  );

const wrongReplied = 'replied must be true or false';

const repliedInQuery = z
  .string({ error: wrongReplied })
  .check(z.regex(/^(?:true|false)$/), z.meta({ type: 'boolean' }));

/** Accepts a malformed id, so that it returns a 404 like an unknown id. */
const filter = (name: string, words: string, example: string) =>
  field({ input: z.optional(z.string({ error: `${name} must be given once` })), words, example });

const unknownExpansion = { query: { expand: 'author' }, when: '`expand` contains an unknown name' };

const unknown = notFoundWhen('the review does not exist');

export const listReviews = operation({
  ...shared,
  name: 'list-reviews',
  summary: 'List reviews',
  words:
    "Returns the store's reviews, newest first. You can use several filters together. For an unknown product or customer, the response is a 404. A change usually appears in the list within a second. To see it at once, get the review by id.",
  method: 'GET',
  path: '/api/v1/reviews/',
  permission: 'Read',
  query: inputOf({
    product: filter(
      'product',
      'Returns only reviews of this product, `pro_…`. An unknown or malformed id returns a 404.',
      'pro_cup',
    ),
    customer: filter(
      'customer',
      'Returns only reviews by this customer, `cus_…`. An unknown or malformed id returns a 404.',
      'cus_ada',
    ),
    status: field({
      input: z.optional(oneOf(reviewStatuses, { required: wrongStatus, wrong: wrongStatus })),
      words: { text: 'Returns only reviews with this status.', values: statusWords },
      example: undefined,
    }),
    rating: field({
      input: z.pipe(
        z.optional(ratingInQuery),
        z.transform((stars) => (stars === undefined ? undefined : Number(stars))),
      ),
      words:
        'Returns only reviews with this many stars. Together with filters other than `status`, a page may contain fewer reviews than `limit`, or none, although `has_more` is true: continue with `next_after`.',
      example: '5',
    }),
    replied: field({
      input: z.pipe(
        z.optional(repliedInQuery),
        z.transform((replied) => (replied === undefined ? undefined : replied === 'true')),
      ),
      words: {
        text: 'Returns only reviews with a public reply of the store, or only reviews without one. The same applies as to `rating`.',
        values: { true: 'Reviews with a reply.', false: 'Reviews without a reply.' },
      },
      example: 'false',
    }),
    expand: expandOf(reviewExpansions),
    ...page({ resource: 'review' }),
  }),
  expand: reviewExpansions,
  success: {
    status: 200,
    description: 'A page of reviews',
    schema: filteredListOf(expandedReview, { of: 'reviews, newest first', resource: 'review' }),
  },
  errors: [
    { query: { status: 'pending' }, when: 'a query parameter breaks a rule' },
    unknownExpansion,
    notFoundWhen('the product or customer of a filter does not exist'),
  ],
  reach: ['Query feed', 'Query stars_feed', 'Query product_feed', 'Query customer_feed'],
});

export const getReview = operation({
  ...shared,
  name: 'get-review',
  summary: 'Get a review',
  words: 'Returns the review in any status, including the fields that its author never sees.',
  method: 'GET',
  path: '/api/v1/reviews/{review_id}/',
  permission: 'Read',
  query: inputOf({ expand: expandOf(reviewExpansions) }),
  expand: reviewExpansions,
  success: { status: 200, description: 'The review', schema: expandedReview },
  errors: [unknownExpansion, unknown],
});

export const hideReview = operation({
  ...shared,
  name: 'hide-review',
  summary: 'Hide a review',
  words:
    'Removes the review from the product page and from the rating in one transaction. Hiding the review again replaces the reason, note and time. A hidden review stays hidden, even if the standing of its author changes.',
  method: 'POST',
  path: '/api/v1/reviews/{review_id}/hide/',
  permission: 'Write',
  body: hideInput,
  success: { status: 200, description: 'The hidden review', schema: review },
  errors: [{ body: { reason: undefined }, when: 'the reason is absent or unknown' }, unknown],
  reach: ['PutItem', 'UpdateItem'],
});

export const showReview = operation({
  ...shared,
  name: 'show-review',
  summary: 'Show a hidden review',
  words:
    'Shows a hidden review again and clears the reason, note and time. The review becomes `published`, or `shadowbanned` or `banned` if its author is. A review that is not hidden is returned unchanged. The request needs no body.',
  method: 'POST',
  path: '/api/v1/reviews/{review_id}/unhide/',
  permission: 'Write',
  success: { status: 200, description: 'The review', schema: review },
  errors: [unknown],
  reach: ['PutItem', 'UpdateItem'],
});

const reply = { ...shared, path: '/api/v1/reviews/{review_id}/reply/' } as const;

const noReply = notFoundWhen('the review does not exist, or has no reply');

export const getReviewReply = operation({
  ...reply,
  name: 'get-review-reply',
  summary: 'Get the reply to a review',
  words: "Returns the store's public reply to the review.",
  method: 'GET',
  permission: 'Read',
  success: { status: 200, description: 'The reply', schema: reviewReply },
  errors: [noReply],
});

export const setReviewReply = operation({
  ...reply,
  name: 'set-review-reply',
  summary: 'Reply to a review',
  words:
    'Adds a public reply to the review, or replaces the existing reply. The storefront receives the reply with the review. Sending the same body again changes nothing. The reply is kept when the review is hidden or shown, and deleted with the review.',
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
  words: "Removes the store's public reply. The review itself does not change.",
  method: 'DELETE',
  permission: 'Write',
  success: { status: 204, description: 'The review has no reply' },
  errors: [noReply],
  reach: ['PutItem', 'UpdateItem'],
});

/** The client's methods by name. Each method calls one operation. */
export const methods = {
  list: listReviews,
  get: getReview,
  hide: hideReview,
  show: showReview,
  getReply: getReviewReply,
  setReply: setReviewReply,
  removeReply: removeReviewReply,
} as const;
