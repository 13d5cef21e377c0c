/** Contract, "Reviews": the store reads and moderates what its customers write. */
import * as z from 'zod/mini';
import { oneOf } from '../kinds/choices.ts';
import { notFoundWhen } from '../kinds/errors.ts';
import { bodyOf, field, idOf, objectOf, shownInteger, shownText, times } from '../kinds/field.ts';
import { limits } from '../kinds/limits.ts';
import { operation } from '../kinds/operation.ts';
import { listOf, page } from '../kinds/paging.ts';
import { optionalText } from '../kinds/text.ts';
import { timestamp } from '../kinds/times.ts';

const shared = { section: 'Reviews', folder: 'reviews', switch: 'SERVICE_REVIEWS' } as const;

export const reviewStatuses = ['published', 'hidden', 'shadowbanned', 'banned'] as const;

export type ReviewStatus = (typeof reviewStatuses)[number];

const hiddenReasons = ['spam', 'offensive', 'off_topic', 'personal_info', 'other'] as const;

/** What each status means, for the reference. */
export const statusWords: Readonly<Record<ReviewStatus, string>> = {
  published: 'Shown to everyone and counted in the rating of its product.',
  hidden: 'Hidden by the store: its author sees it in their account with the reason; it does not count.',
  shadowbanned: 'Its author is shadowbanned: they alone see it, as if nothing were; it does not count.',
  banned: 'Its author is banned: nobody sees it; it does not count.',
};

const reasonWords: Readonly<Record<(typeof hiddenReasons)[number], string>> = {
  spam: 'Advertising, or the same text again and again.',
  offensive: 'Insults, hate or obscenity.',
  off_topic: 'Not about the product: shipping, another shop, politics.',
  personal_info: 'Tells a name, an address or a number of somebody.',
  other: 'Anything else; say what in the note.',
};

/** What a review holds. A new field is one line here. Contract, "Review object". */
export const review = objectOf('Review', {
  id: idOf('review', {
    words: 'Public id of the review, `rev_…`. Ids made by the service sort by their creation.',
    example: 'rev_00demo4',
  }),
  product_id: idOf('product', { words: 'The product that is rated.', example: 'pro_cup' }),
  variant_name: shownText({
    words: 'Name of the variant that was bought; empty once the product no longer has it.',
    example: 'White',
  }),
  customer_id: idOf('customer', {
    words: 'The author. One customer has one review of a product at most.',
    example: 'cus_grace',
  }),
  author_name: shownText({
    words: 'First name and initial of the last name, such as `Ada L.`, as the storefront shows it.',
    example: 'Grace H.',
    personal: true,
  }),
  rating: shownInteger({ words: 'Stars, 1 to 5.', example: 1 }),
  title: shownText({
    words: 'Headline, up to 120 characters; empty where the author gave none.',
    example: 'Parcel was late',
    absent: '',
    personal: true,
  }),
  body: shownText({
    words: 'Text, up to 5,000 characters; empty where the author gave none.',
    example: 'It took three weeks.',
    absent: '',
    personal: true,
  }),
  verified_purchase: field({
    shown: z.boolean(),
    words: 'Whether a paid order backs the review; always `true` for those posted on the storefront.',
    example: true,
    absent: true,
  }),
  status: field({
    shown: z.enum(reviewStatuses),
    words: { text: 'Who sees the review, and whether it counts.', values: statusWords },
    example: 'published',
  }),
  hidden_at: field({
    shown: z.nullable(timestamp),
    absent: null,
    words: 'When the store hid it, the last time; null unless `status` is `hidden`.',
    example: null,
  }),
  hidden_reason: field({
    shown: z.nullable(z.enum(hiddenReasons)),
    absent: null,
    words: { text: 'Why the store hid it; null unless `status` is `hidden`. Its author sees it.', values: reasonWords },
    example: null,
  }),
  hidden_note: field({
    shown: z.nullable(z.string()),
    absent: null,
    words: "The store's own note on hiding it; null where there is none. Its author never sees it.",
    example: null,
  }),
  created_at: times.created_at,
  updated_at: {
    ...times.updated_at,
    words: "When the author last edited it. The store's moderation does not move it.",
  },
});

export type Review = z.output<typeof review>;

const wrongStatus = 'status must be published, hidden, shadowbanned, or banned';
const wrongReason = 'reason is required: spam, offensive, off_topic, personal_info, or other';

/** A malformed id is not refused here: it names nothing, which is a 404. */
const filter = (name: string) => z.optional(z.string({ error: `${name} must be given once` }));

/** Body of Hide. */
export const hideInput = bodyOf('HideInput', {
  reason: field({
    input: oneOf(hiddenReasons, { required: wrongReason, wrong: wrongReason }),
    words: { text: 'Why the review is hidden. Its author sees the reason in their account.', values: reasonWords },
    example: 'other',
  }),
  note: field({
    input: optionalText({ label: 'note', max: limits.hiddenNote }),
    words: "For the store's team alone, up to 1,000 characters. Left out: none, and a former note is cleared.",
    example: 'Asked the author for a photo first',
  }),
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
