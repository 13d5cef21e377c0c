/** Contract, "Reviews": what its objects and bodies hold. */
import * as z from 'zod/mini';
import { exampleObject } from '../../schema/examples.ts';
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

export const reviewStatuses = ['published', 'hidden', 'shadowbanned', 'banned'] as const;

export type ReviewStatus = (typeof reviewStatuses)[number];

export const hiddenReasons = ['spam', 'offensive', 'off_topic', 'personal_info', 'other'] as const;

/** What each status means, for the reference. */
export const statusWords: Readonly<Record<ReviewStatus, string>> = {
  published: 'Shown to everyone and counted in the rating of its product.',
  hidden: 'Hidden by the store: its author sees it in their account with the reason; it does not count.',
  shadowbanned: 'Its author is shadowbanned: they alone see it, as if nothing were; it does not count.',
  banned: 'Its author is banned: nobody sees it; it does not count.',
};

export const reasonWords: Readonly<Record<(typeof hiddenReasons)[number], string>> = {
  spam: 'Advertising, or the same text again and again.',
  offensive: 'Insults, hate or obscenity.',
  off_topic: 'Not about the product: shipping, another shop, politics.',
  personal_info: 'Tells a name, an address or a number of someone.',
  other: 'Anything else; say what in the note.',
};

/** What a customer says of a product. A new field is one line here. */
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
    words: 'Headline, up to 120 characters; empty where the author gave none.',
    example: 'Read in one sitting',
    personal: true,
  }),
  body: optionalText({
    label: 'body',
    max: limits.reviewBody,
    words: 'Text, up to 5,000 characters; empty where the author gave none.',
    example: 'And then I put the kettle on.',
    personal: true,
  }),
};

/** What the author says. */
export type ReviewContent = z.output<ReturnType<typeof inputOf<typeof content>>>;

/** The fields that the author writes. */
export const contentNames = Object.keys(content) as (keyof typeof content)[];

/** What a review holds. A field that the service sets is one line here. Contract, "Review object". */
const reviewFields = {
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
  ...content,
  verified_purchase: field({
    shown: z.boolean(),
    words: 'Whether a paid order backs the review; always `true` for those posted on the storefront.',
    absent: true,
    example: true,
  }),
  status: field({
    shown: z.enum(reviewStatuses),
    words: { text: 'Visibility of the review, and whether it counts.', values: statusWords },
    example: 'published',
  }),
  hidden_at: field({
    shown: z.nullable(timestamp),
    words: 'When the store hid it, the last time; null unless `status` is `hidden`.',
    example: null,
  }),
  hidden_reason: field({
    shown: z.nullable(z.enum(hiddenReasons)),
    words: { text: 'Why the store hid it; null unless `status` is `hidden`. Its author sees it.', values: reasonWords },
    example: null,
  }),
  hidden_note: field({
    shown: z.nullable(z.string()),
    words: "The store's own note on hiding it; null where there is none. Its author never sees it.",
    example: null,
  }),
  created_at: times.created_at,
  updated_at: {
    ...times.updated_at,
    words: "When the author last edited it. The store's moderation does not move it.",
  },
};

export const review = objectOf('Review', reviewFields);

export type Review = z.output<typeof review>;

const replyBody = requiredText({
  label: 'body',
  max: limits.reviewReply,
  form: 'paragraphs',
  words: 'What the store answers, 1 to 5,000 characters. Everyone who sees the review sees it.',
  example: 'Thank you! The next edition has an index.',
});

/** Body of Set a reply. Storefront page, "For the shop's everyday". */
export const reviewReplyInput = bodyOf('ReviewReplyInput', { body: replyBody });

const replyFields = {
  body: replyBody,
  created_at: { ...times.created_at, words: 'When the store first answered.' },
  updated_at: { ...times.updated_at, words: 'When the store last changed its answer.' },
};

/** The store's public answer to a review, by itself. */
export const reviewReply = objectOf('ReviewReply', {
  review_id: idOf('review', { words: 'The review that it answers.', example: 'rev_00demo1' }),
  ...replyFields,
});

const reply = shownOf(replyFields);

/** What is kept of a reply. */
export type Reply = z.output<typeof reply>;

/** A review as the storefront shows it: with the store's reply. */
export const storefrontReview = shownOf({
  ...reviewFields,
  reply: field({
    shown: z.nullable(reply),
    words: "The store's public reply; null where there is none.",
    example: null,
  }),
});

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
    words: "For the store's team alone, up to 1,000 characters. Left out: none, and a former note is cleared.",
    example: 'Asked the author for a photo first',
  }),
});

export type HideInput = z.output<typeof hideInput>;

const starsOf = (stars: number, example: number) =>
  shownInteger({ words: `Those of ${stars} ${stars === 1 ? 'star' : 'stars'}.`, example });

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
  words: 'How many of them have 1, 2, 3, 4 and 5 stars.',
  example: exampleObject(histogram),
});

/** Rating of a product, as its page shows it. Storefront page, "For the shop's everyday". */
export const productRating = shownOf({
  product_id: idOf('product', { words: 'The product that is rated.', example: 'pro_teapot' }),
  review_count: shownInteger({ words: 'How many published reviews it has.', example: 1 }),
  rating_average: field({
    shown: z.nullable(z.number()),
    words: 'Mean of their stars, rounded to two decimals; null while there are none.',
    example: 4,
  }),
  ratings,
});

export type ProductRating = z.output<typeof productRating>;

/** Published reviews of a product, the sum of their ratings, and how many there are of each number of stars. */
const rating = shownOf({
  review_count: shownInteger({ words: 'How many reviews are published.', example: 1 }),
  rating_sum: shownInteger({ words: 'Sum of their stars.', example: 4 }),
  ratings,
});

/** A product whose rating is not that of its published reviews: as the product has it, and as they have it. */
export const drift = shownOf({
  product_id: idOf('product', { words: 'The product that drifted.', example: 'pro_teapot' }),
  stored: field({ shown: rating, words: 'As the product has it.', example: exampleObject(rating) }),
  counted: field({
    shown: rating,
    words: 'As its published reviews have it.',
    example: { ...exampleObject(rating), rating_sum: 5, ratings: { ...exampleObject(histogram), 4: 0, 5: 1 } },
  }),
});

export type Drift = z.output<typeof drift>;
