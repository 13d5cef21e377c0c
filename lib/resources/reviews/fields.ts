/** The objects and bodies of the contract's section "Reviews". */
import * as z from 'zod/mini';
import { exampleOutput } from '../../schema/examples.ts';
import {
  bodyOf,
  field,
  idOf,
  type inputOf,
  objectOf,
  optionalText,
  requiredInteger,
  requiredText,
  shownInteger,
  shownOf,
  shownText,
  times,
} from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { optionalText as optionalTextInput } from '../../schema/text.ts';
import { timestamp } from '../../schema/times.ts';
import { oneOf } from '../../schema/values.ts';
import { standingOf } from '../customers/fields.ts';

export const reviewStatuses = ['published', 'hidden', 'shadowbanned', 'banned'] as const;

export type ReviewStatus = (typeof reviewStatuses)[number];

export const hiddenReasons = ['spam', 'offensive', 'off_topic', 'personal_info', 'other'] as const;

/** The meaning of each status, for the reference. */
export const statusWords: Readonly<Record<ReviewStatus, string>> = {
  published: 'Shown to everyone and counted in the rating of the product.',
  hidden: 'Hidden by the store and not counted. Its author sees it in their account, with the reason.',
  shadowbanned: 'Its author is shadowbanned. Not counted, and shown only to its author, as if it were published.',
  banned: 'Its author is banned. Not shown and not counted.',
};

export const reasonWords: Readonly<Record<(typeof hiddenReasons)[number], string>> = {
  spam: 'Advertising, or the same text posted repeatedly.',
  offensive: 'Insults, hate or obscenity.',
  off_topic: 'Not about the product: shipping, another shop, politics.',
  personal_info: "Contains a person's name, address or phone number.",
  other: 'Any other reason; explain it in the note.',
};

/** The fields that a customer writes about a product. To add a field, add one line here. */
export const content = {
  rating: requiredInteger({
    label: 'rating',
    min: 1,
    max: limits.rating,
    outside: `rating must be between 1 and ${limits.rating}`,
    words: 'Stars, 1 to 5.',
    example: 5,
  }),
  title: optionalText({
    label: 'title',
    max: limits.reviewTitle,
    words: 'Headline, up to 120 characters; empty if the author wrote none.',
    example: 'Read in one sitting',
    personal: true,
  }),
  body: optionalText({
    label: 'body',
    max: limits.reviewBody,
    words: 'Text, up to 5,000 characters; empty if the author wrote none.',
    example: 'And then I put the kettle on.',
    personal: true,
  }),
};

/** The content that the author writes. */
export type ReviewContent = z.output<ReturnType<typeof inputOf<typeof content>>>;

/** The names of the fields that the author writes. */
export const contentNames = Object.keys(content) as (keyof typeof content)[];

/** The fields of a review. To add a field that the service sets, add one line here. Contract, "Review object". */
const reviewFields = {
  id: idOf('review', {
    words: 'Public id of the review, `rev_…`. Ids made by the service sort by creation time.',
    example: 'rev_00demo4',
  }),
  product_id: idOf('product', { words: 'The reviewed product.', example: 'pro_cup' }),
  variant_name: shownText({
    words: 'Name of the variant that was bought; empty if the product no longer has it.',
    example: 'White',
  }),
  customer_id: idOf('customer', {
    words: 'The author. A customer can have one review per product.',
    example: 'cus_grace',
  }),
  author_name: shownText({
    words: 'First name and initial of the last name, such as `Ada L.`, as the storefront shows it.',
    example: 'Grace H.',
    personal: true,
  }),
  ...content,
  verified_purchase: field({
    shown: z.boolean(),
    words: 'Whether the author bought the product in a paid order; always `true` for reviews posted on the storefront.',
    absent: true,
    example: true,
  }),
  status: field({
    shown: z.enum(reviewStatuses),
    words: { text: 'Visibility of the review, and whether it counts in the rating.', values: statusWords },
    example: 'published',
  }),
  hidden_at: field({
    shown: z.nullable(timestamp),
    words: 'When the store last hid the review; null unless `status` is `hidden`.',
    example: null,
  }),
  hidden_reason: field({
    shown: z.nullable(z.enum(hiddenReasons)),
    words: {
      text: 'Why the store hid the review; null unless `status` is `hidden`. The author sees the reason.',
      values: reasonWords,
    },
    example: null,
  }),
  hidden_note: field({
    shown: z.nullable(z.string()),
    words: 'Internal note on hiding the review, or null. The author never sees it.',
    example: null,
  }),
  created_at: times.created_at,
  updated_at: {
    ...times.updated_at,
    words: 'When the author last edited the review. Moderation does not change it.',
  },
};

export const review = objectOf('Review', reviewFields);

export type Review = z.output<typeof review>;

const replyBody = requiredText({
  label: 'body',
  max: limits.reviewReply,
  form: 'paragraphs',
  words: 'Text of the reply. It is shown to everyone who sees the review.',
  example: 'Thank you! The next edition has an index.',
});

/** Body of Set a reply. Storefront page, "For the shop's everyday". */
export const reviewReplyInput = bodyOf('ReviewReplyInput', { body: replyBody });

const replyFields = {
  body: replyBody,
  created_at: { ...times.created_at, words: 'When the store first replied.' },
  updated_at: { ...times.updated_at, words: 'When the store last changed its reply.' },
};

/** The store's public reply to a review, as its own object. */
export const reviewReply = objectOf('ReviewReply', {
  review_id: idOf('review', { words: 'The review that the reply belongs to.', example: 'rev_00demo1' }),
  ...replyFields,
});

/** The store's public reply, as the storefront shows it. */
export const reply = shownOf(replyFields);

/** A reply as stored. */
export type Reply = z.output<typeof reply>;

/** What `expand` can add to a review, and the area that a key needs for it. */
export const reviewExpansions = { reply: null, product: null, customer: 'customers', actor: null } as const;

export type ReviewExpansion = keyof typeof reviewExpansions;

/** The product of a review, in short. */
export const reviewedProduct = shownOf({
  id: idOf('product', { words: 'Public id of the product.', example: 'pro_cup' }),
  name: shownText({ words: 'Name of the product.', example: 'Porcelain cup' }),
});

/** The author of a review, in short. */
export const reviewAuthor = shownOf({
  id: idOf('customer', { words: 'Public id of the customer.', example: 'cus_grace' }),
  first_name: shownText({ words: 'Given name; may be empty.', example: 'Grace', personal: true }),
  last_name: shownText({ words: 'Family name; may be empty.', example: 'Hopper', personal: true }),
  standing: standingOf('Standing of the customer, which determines whether their reviews are shown.', 'good'),
});

export type ReviewedProduct = z.output<typeof reviewedProduct>;
export type ReviewAuthor = z.output<typeof reviewAuthor>;

const moderator = shownOf({
  type: field({ shown: z.literal('api_key'), words: 'A request with an API key.', example: 'api_key' }),
  name: shownText({ words: 'Name of the API key.', example: 'Demo write key' }),
});

/** Who moderated a review. */
export type Moderator = z.output<typeof moderator>;

/** A review with the fields of `expand`; a field that was not asked for is absent. */
export const expandedReview = objectOf('ExpandedReview', {
  ...reviewFields,
  reply: field({
    shown: z.optional(z.nullable(reply)),
    words: "With `expand=reply`: the store's public reply, or null.",
    example: undefined,
  }),
  product: field({
    shown: z.optional(z.nullable(reviewedProduct)),
    words: 'With `expand=product`: the reviewed product.',
    example: undefined,
  }),
  customer: field({
    shown: z.optional(z.nullable(reviewAuthor)),
    words: 'With `expand=customer`: the author; null if the customer is deleted.',
    example: undefined,
  }),
  actor: field({
    shown: z.optional(z.nullable(moderator)),
    words:
      'With `expand=actor`: the API key that last hid or showed the review, or set or removed the reply; null if none did since version 0.6.0.',
    example: undefined,
  }),
});

export type ExpandedReview = z.output<typeof expandedReview>;

/** The fields of a review as the storefront shows it, with the store's reply. */
export const storefrontFields = {
  ...reviewFields,
  reply: field({
    shown: z.nullable(reply),
    words: "The store's public reply, or null.",
    example: null,
  }),
};

export const storefrontReview = shownOf(storefrontFields);

export type StorefrontReview = z.output<typeof storefrontReview>;

const wrongReason = 'reason is required: spam, offensive, off_topic, personal_info, or other';

/** Body of Hide. */
export const hideInput = bodyOf('HideInput', {
  reason: field({
    input: oneOf(hiddenReasons, { required: wrongReason, wrong: wrongReason }),
    words: { text: 'Why the review is hidden. Its author sees the reason in their account.', values: reasonWords },
    example: 'other',
  }),
  note: field({
    input: optionalTextInput({ label: 'note', max: limits.hiddenNote }),
    words: 'Internal note, visible to your team only, up to 1,000 characters. If omitted, an earlier note is cleared.',
    example: 'Asked the author for a photo first',
  }),
});

export type HideInput = z.output<typeof hideInput>;

const starsOf = (stars: number, example: number) =>
  shownInteger({ words: `Number of reviews with ${stars} ${stars === 1 ? 'star' : 'stars'}.`, example });

/** Published reviews of a product by their stars. */
const histogram = shownOf({
  1: starsOf(1, 0),
  2: starsOf(2, 0),
  3: starsOf(3, 0),
  4: starsOf(4, 1),
  5: starsOf(5, 0),
});

const ratings = field({
  shown: histogram,
  words: 'Number of published reviews with 1, 2, 3, 4 and 5 stars.',
  example: exampleOutput(histogram),
});

/** The fields of a product's rating, as its page shows it. */
export const ratingFields = {
  review_count: shownInteger({ words: 'Number of published reviews of the product.', example: 1 }),
  rating_average: field({
    shown: z.nullable(z.number()),
    words: 'Average stars of the published reviews, rounded to two decimals; null without published reviews.',
    example: 4,
  }),
  ratings,
};

/** Rating of a product, as its page shows it. Storefront page, "For the shop's everyday". */
export const productRating = shownOf({
  product_id: idOf('product', { words: 'The rated product.', example: 'pro_teapot' }),
  ...ratingFields,
});

export type ProductRating = z.output<typeof productRating>;

/** Published reviews of a product: their number, the sum of their stars, and the number for each star rating. */
const rating = shownOf({
  review_count: shownInteger({ words: 'Number of published reviews.', example: 1 }),
  rating_sum: shownInteger({ words: 'Sum of the stars of these reviews.', example: 4 }),
  ratings,
});

/** A product with a wrong rating: the stored and the counted rating. */
export const drift = shownOf({
  product_id: idOf('product', { words: 'The product with a wrong rating.', example: 'pro_teapot' }),
  stored: field({ shown: rating, words: 'The rating stored with the product.', example: exampleOutput(rating) }),
  counted: field({
    shown: rating,
    words: 'The rating counted from its published reviews.',
    example: { ...exampleOutput(rating), rating_sum: 5, ratings: { ...exampleOutput(histogram), 4: 0, 5: 1 } },
  }),
});

export type Drift = z.output<typeof drift>;
