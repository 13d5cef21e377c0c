/** The rules of reviews (contract, "Review status" and "Who may write a review"). */
import { ApiError } from '../../schema/errors.ts';
import { expanded } from '../../schema/expand.ts';
import { filled, show } from '../../schema/field.ts';
import { droppedVariants, histogram, noStars, ratingAverage, type StarRating } from '../catalog/rules.ts';
import type { Standing } from '../customers/fields.ts';
import {
  content,
  contentNames,
  type ExpandedReview,
  type HideInput,
  type Moderator,
  type ProductRating,
  type Reply,
  type Review,
  type ReviewAuthor,
  type ReviewContent,
  type ReviewExpansion,
  type ReviewedProduct,
  type ReviewStatus,
  reply,
  reviewAuthor,
  reviewedProduct,
  review as reviewObject,
  reviewReply,
  type StorefrontReview,
  storefrontReview,
} from './fields.ts';

/** A review as it is stored: without its status, which follows from these fields. */
export interface ReviewRecord extends Omit<Review, 'status'> {
  /** The variant bought. */
  variant_id: string;
  author_standing: Standing;
  /** The store's public reply. */
  reply: Reply | null;
  /** Who last hid or showed the review, or set or removed its reply; null if none did since 0.6.0. */
  moderated_by: Moderator | null;
}

const statusByStanding = { good: 'published', shadowbanned: 'shadowbanned', banned: 'banned' } as const;

/** A hidden review stays hidden, regardless of its author's standing. */
export const statusOf = ({ hidden_at, author_standing }: ReviewRecord): ReviewStatus =>
  hidden_at === null ? statusByStanding[author_standing] : 'hidden';

interface Eligibility<P> {
  site: { reviews_enabled: boolean };
  customer: { email_verified: boolean; standing: Standing };
  /** The customer's purchase of the product in a paid or fulfilled order; undefined without one. */
  purchase: P | undefined;
}

const forbidden = (message: string) => new ApiError('FORBIDDEN', message);

/**
 * The purchase that makes the customer eligible. Throws `FORBIDDEN` with the rule that failed. Refunds and returns do
 * not matter.
 */
export function eligiblePurchase<P extends object>({ site, customer, purchase }: Eligibility<P>): P {
  if (!site.reviews_enabled) throw forbidden('The site takes no reviews');
  if (!customer.email_verified) throw forbidden("The customer's email is not verified");
  refuseBanned(customer.standing);
  if (!purchase) throw forbidden('The customer has not bought the product in a paid order');
  return purchase;
}

/** Throws `FORBIDDEN` if the author is banned: a banned author cannot log in. */
export function refuseBanned(standing: Standing): void {
  if (standing === 'banned') throw forbidden('The customer is banned');
}

export interface Author {
  id: string;
  first_name: string;
  last_name: string;
  standing: Standing;
}

interface Posting {
  id: string;
  now: string;
  customer: Author;
  product: Product;
  /** The variant bought. */
  variant_id: string;
}

interface Product {
  id: string;
  variants: readonly { id: string; name: string }[];
}

export const newReview = (said: ReviewContent, { id, now, customer, product, variant_id }: Posting): ReviewRecord => ({
  id,
  product_id: product.id,
  variant_id,
  variant_name: variantName(product, variant_id),
  customer_id: customer.id,
  author_name: authorName(customer),
  author_standing: customer.standing,
  ...contentOf(said),
  verified_purchase: true,
  hidden_at: null,
  hidden_reason: null,
  hidden_note: null,
  reply: null,
  moderated_by: null,
  created_at: now,
  updated_at: now,
});

/** Empty if the product no longer has the variant. */
const variantName = ({ variants }: Pick<Product, 'variants'>, variant: string): string =>
  variants.find(({ id }) => id === variant)?.name ?? '';

/** The review with its variant's current name. */
export const followVariant = (review: ReviewRecord, product: Pick<Product, 'variants'>): ReviewRecord => ({
  ...review,
  variant_name: variantName(product, review.variant_id),
});

/**
 * Whether a variant was renamed or removed, or was added to a product that once dropped one: reviews then need an update.
 */
export const renamesVariants = (
  before: Pick<Product, 'variants'> & { variants_dropped?: true },
  after: Pick<Product, 'variants'>,
): boolean =>
  before.variants.some(({ id, name }) => variantName(after, id) !== name) ||
  (before.variants_dropped === true && droppedVariants(after, before).length > 0);

/** `Ada L.`: first name and last initial. */
export function authorName({ first_name, last_name }: { first_name: string; last_name: string }): string {
  // NFC composes letters and accents, so that the initial keeps its accent.
  const [initial] = last_name.normalize('NFC').trim();
  return [first_name.trim(), initial ? `${initial}.` : ''].filter(Boolean).join(' ');
}

const contentOf = (said: ReviewContent) => filled(content, said);

/** Whether the review already has this content. */
export function says(review: ReviewRecord, said: ReviewContent): boolean {
  const next = contentOf(said);
  return contentNames.every((name) => review[name] === next[name]);
}

export const editReview = (review: ReviewRecord, said: ReviewContent, now: string): ReviewRecord => ({
  ...review,
  ...contentOf(said),
  updated_at: now,
});

interface Moderation {
  now: string;
  actor: Moderator;
}

/** Moderation does not change `updated_at`, the time of the author's last edit. */
export const hideReview = (
  review: ReviewRecord,
  { reason, note }: HideInput,
  { now, actor }: Moderation,
): ReviewRecord => ({
  ...review,
  moderated_by: actor,
  hidden_at: now,
  hidden_reason: reason,
  hidden_note: note ?? null,
});

export const showReview = (review: ReviewRecord, actor: Moderator): ReviewRecord => ({
  ...review,
  moderated_by: actor,
  hidden_at: null,
  hidden_reason: null,
  hidden_note: null,
});

/** The review with a reply, or unchanged if the reply is the same. The review's own `updated_at` does not change. */
export function setReply(
  review: ReviewRecord,
  body: string,
  { now, actor }: Moderation,
): ReviewRecord & { reply: Reply } {
  const { reply } = review;
  if (reply?.body === body) return { ...review, reply };
  return {
    ...review,
    reply: { body, created_at: reply?.created_at ?? now, updated_at: now },
    moderated_by: actor,
  };
}

export const removeReply = (review: ReviewRecord, actor: Moderator): ReviewRecord => ({
  ...review,
  reply: null,
  moderated_by: actor,
});

/** The change to a product's rating if a review changes from `before` to `after`; undefined means no review. */
export function ratingMove(before: ReviewRecord | undefined, after: ReviewRecord | undefined): StarRating {
  const [old, next] = [contribution(before), contribution(after)];
  return mapRating((name) => next[name] - old[name]);
}

/** The review as every visitor of the product's page sees it, or undefined if they do not see it. */
export const publicView = (review: ReviewRecord | undefined): StorefrontReview | undefined =>
  review && statusOf(review) === 'published' ? storefrontView(review) : undefined;

/** The sum of the ratings of two sets of a product's reviews. */
export const addRatings = (a: StarRating, b: StarRating): StarRating => mapRating((name) => a[name] + b[name]);

export const noRating: StarRating = { review_count: 0, rating_sum: 0, ...noStars };

const ratingNames = Object.keys(noRating) as (keyof StarRating)[];

const mapRating = (to: (name: keyof StarRating) => number) =>
  Object.fromEntries(ratingNames.map((name) => [name, to(name)])) as unknown as StarRating;

/** The rating of a product as its page shows it. */
export const productRatingView = (id: string, rating: StarRating): ProductRating => ({
  product_id: id,
  review_count: rating.review_count,
  rating_average: ratingAverage(rating),
  ratings: histogram(rating),
});

/** Only a published review counts. */
const contribution = (review: ReviewRecord | undefined): StarRating =>
  review && statusOf(review) === 'published'
    ? { ...noRating, review_count: 1, rating_sum: review.rating, [`stars_${review.rating}`]: 1 }
    : noRating;

/** Ids sort by creation. */
export const newestFirst = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? 1 : -1);

/** The review as the contract shows it to the store. */
export const view = (review: ReviewRecord): Review => show(reviewObject, { ...review, status: statusOf(review) });

/** The products and authors of reviews, by their ids. */
export interface Related {
  products: ReadonlyMap<string, ReviewedProduct>;
  customers: ReadonlyMap<string, ReviewAuthor>;
}

/** The review as the contract shows it, with the fields that a request expands. */
export function expandedView(
  review: ReviewRecord,
  names: readonly ReviewExpansion[],
  { products, customers }: Related,
): ExpandedReview {
  const [product, customer] = [products.get(review.product_id), customers.get(review.customer_id)];
  const all = {
    reply: review.reply,
    product: product ? show(reviewedProduct, product) : null,
    customer: customer ? show(reviewAuthor, customer) : null,
    actor: review.moderated_by,
  };
  return expanded(view(review), all, names);
}

/** The review as its author sees it: without a shadowban, and without the store's note. */
export function authorView(review: ReviewRecord): Review {
  const shown = view(review);
  return { ...shown, status: shown.status === 'shadowbanned' ? 'published' : shown.status, hidden_note: null };
}

/** The author's view with the store's reply, as the storefront shows it. */
export const storefrontView = (review: ReviewRecord): StorefrontReview =>
  // DynamoDB keeps no order of the fields within a field.
  show(storefrontReview, { ...authorView(review), reply: review.reply && show(reply, review.reply) });

/** Only the reply. */
export const replyView = ({ id, reply }: ReviewRecord & { reply: Reply }) =>
  show(reviewReply, { review_id: id, ...reply });
