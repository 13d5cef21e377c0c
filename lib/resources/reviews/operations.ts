/** Contract, "Reviews": its endpoints. */
import * as z from 'zod/mini';
import { oneOf } from '../../schema/choices.ts';
import { notFoundWhen } from '../../schema/errors.ts';
import { operation } from '../../schema/operation.ts';
import { listOf, page } from '../../schema/paging.ts';
import { hideInput, review, reviewStatuses, wrongReason } from './fields.ts';

const shared = { section: 'Reviews', folder: 'reviews', switch: 'SERVICE_REVIEWS' } as const;

const wrongStatus = 'status must be published, hidden, shadowbanned, or banned';

/** A malformed id is not refused here: it names nothing, which is a 404. */
const filter = (name: string) => z.optional(z.string({ error: `${name} must be given once` }));

const unknown = notFoundWhen('the review does not exist');

export const listReviews = operation({
  ...shared,
  name: 'list-reviews',
  summary: 'List reviews, newest first',
  method: 'GET',
  path: '/api/v1/reviews/',
  permission: 'Read',
  parameters: {},
  query: z.object({
    product: filter('product'),
    customer: filter('customer'),
    status: z.optional(oneOf(reviewStatuses, { required: wrongStatus, wrong: wrongStatus })),
    ...page({ resource: 'review' }),
  }),
  success: { status: 200, description: 'A page of reviews', schema: listOf(review) },
  errors: [
    { code: 'INVALID_FIELD', message: wrongStatus, when: 'a query parameter breaks a rule' },
    notFoundWhen('a filter names a product or customer that does not exist'),
  ],
  reach: ['Query feed', 'Query product_feed', 'Query customer_feed'],
});

export const getReview = operation({
  ...shared,
  name: 'get-review',
  summary: 'Get a review',
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
  summary: 'Hide a review; hiding again replaces reason and note',
  method: 'POST',
  path: '/api/v1/reviews/{review_id}/hide/',
  permission: 'Write',
  parameters: { review_id: 'review' },
  body: hideInput,
  success: { status: 200, description: 'The hidden review', schema: review },
  errors: [{ code: 'INVALID_FIELD', message: wrongReason, when: 'the reason is absent or unknown' }, unknown],
  reach: ['PutItem', 'UpdateItem'],
});

export const showReview = operation({
  ...shared,
  name: 'show-review',
  summary: "Show a hidden review again, as far as its author's standing allows",
  method: 'POST',
  path: '/api/v1/reviews/{review_id}/unhide/',
  permission: 'Write',
  parameters: { review_id: 'review' },
  success: { status: 200, description: 'The review', schema: review },
  errors: [unknown],
  reach: ['PutItem', 'UpdateItem'],
});
