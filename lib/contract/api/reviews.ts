/** Contract, "Reviews": the store reads and moderates what its customers write. */
import * as z from 'zod/mini';
import { oneOf } from '../kinds/choices.ts';
import { component } from '../kinds/component.ts';
import { notFoundWhen } from '../kinds/errors.ts';
import { replyId } from '../kinds/ids.ts';
import { limits } from '../kinds/limits.ts';
import { operation } from '../kinds/operation.ts';
import { listOf, page } from '../kinds/paging.ts';
import { optionalText } from '../kinds/text.ts';
import { timestamp } from '../kinds/times.ts';

const shared = { section: 'Reviews', folder: 'reviews', switch: 'SERVICE_REVIEWS' } as const;

export const reviewStatuses = ['published', 'hidden', 'shadowbanned', 'banned'] as const;

export type ReviewStatus = (typeof reviewStatuses)[number];

const hiddenReasons = ['spam', 'offensive', 'off_topic', 'personal_info', 'other'] as const;

/** Contract, "Review object". */
export const review = component('Review', {
  id: replyId('review'),
  product_id: replyId('product'),
  variant_name: z.string(),
  customer_id: replyId('customer'),
  author_name: z.string(),
  rating: z.int(),
  title: z.string(),
  body: z.string(),
  verified_purchase: z.boolean(),
  status: z.enum(reviewStatuses),
  hidden_at: z.nullable(timestamp),
  hidden_reason: z.nullable(z.enum(hiddenReasons)),
  hidden_note: z.nullable(z.string()),
  created_at: timestamp,
  updated_at: timestamp,
});

export type Review = z.output<typeof review>;

const wrongStatus = 'status must be published, hidden, shadowbanned, or banned';
const wrongReason = 'reason is required: spam, offensive, off_topic, personal_info, or other';

/** A malformed id is not refused here: it names nothing, which is a 404. */
const filter = (name: string) => z.optional(z.string({ error: `${name} must be given once` }));

/** Body of Hide. */
export const hideInput = component('HideInput', {
  reason: oneOf(hiddenReasons, { required: wrongReason, wrong: wrongReason }),
  note: optionalText({ label: 'note', max: limits.hiddenNote }),
});

export type HideInput = z.output<typeof hideInput>;

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
