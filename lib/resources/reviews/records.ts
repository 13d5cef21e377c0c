/**
 * A review is stored under its id, with a copy under its author and product and a mark under its product. The copy makes it the author's only
 * review of the product, leads to it from both, lists an author's reviews without an index, and is in the lists by stars and by reply; the mark lists a product's reviews. Every write
 * is conditioned on the review's version and moves the product's rating in the same transaction.
 */

import { isDeepStrictEqual } from 'node:util';
import { asStored, readerOf, type StoredAs } from '../../schema/field.ts';
import { listFeeds, listNewFeeds } from '../../table/feeds.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys, shardOf, shards } from '../../table/keys.ts';
import { listIdsUnder, listMatching, listUnder, type Matching, type Page } from '../../table/reads.ts';
import * as products from '../catalog/product-records.ts';
import * as customers from '../customers/records.ts';
import { type Review, type ReviewStatus, review as reviewObject, reviewStatuses } from './fields.ts';
import { publicView, type ReviewRecord, ratingMove, statusOf } from './rules.ts';

/** Number of index partitions for a store's reviews, by status: 500 posts in a second take two write units each. */
const partsOf: Readonly<Record<ReviewStatus, number>> = { published: 4, hidden: 1, shadowbanned: 1, banned: 1 };

/** The review with its reply. Throws 404 if either is missing. */
export async function getWithReply(store: string, id: string) {
  const review = await get(store, id);
  return { ...review, reply: items.orNotFound(review.reply ?? undefined) };
}

/** The record that remains of a review that its author deleted, so that a repeated deletion returns the same result. */
interface DeletedReview {
  id: string;
  customer_id: string;
  deleted_at: string;
}

const readReview = readerOf(reviewObject, {
  variant_id: asStored,
  author_standing: asStored,
  reply: null,
  moderated_by: null,
} satisfies StoredAs<ReviewRecord, Review>);

const read = <T extends ReviewRecord | DeletedReview>(item: T): T => (isDeleted(item) ? item : readReview(item));

/** The review's record, even if the review is deleted. */
export const findRecord = (store: string, id: string) =>
  items.find<ReviewRecord | DeletedReview>(keys.review(store, id), read);

export const isDeleted = <T extends object>(record: T | DeletedReview): record is DeletedReview =>
  'deleted_at' in record;

/** The review, or undefined if it is missing or deleted. */
export const find = async (store: string, id: string) => live(await findRecord(store, id));

/** The review. Throws 404 if it is missing or deleted. */
export const get = async (store: string, id: string) => items.orNotFound(await find(store, id));

const live = (record: Stored<ReviewRecord | DeletedReview> | undefined): Stored<ReviewRecord> | undefined =>
  record && !isDeleted(record) ? record : undefined;

/** The scope of a list of reviews. */
interface Scope {
  product?: string | undefined;
  customer?: string | undefined;
  /** Default all. */
  statuses?: readonly ReviewStatus[] | undefined;
}

/** Up to `limit` reviews below the id `after`, newest first. One round trip for any scope. */
export async function list(store: string, scope: Scope, page: Page): Promise<ReviewRecord[]> {
  const { product, customer, statuses = reviewStatuses } = scope;
  if (product !== undefined && customer !== undefined) {
    const review = await findByAuthor(store, customer, product);
    const isOnPage =
      review && statuses.includes(statusOf(review)) && (page.after === undefined || review.id < page.after);
    return isOnPage ? [review] : [];
  }
  if (product !== undefined) return listOfProduct(store, product, statuses, page);
  if (customer !== undefined) {
    const feeds = statuses.map((status) => [keys.customerReviewFeed(store, customer, status)]);
    return listFeeds<ReviewRecord>('customer_feed', feeds, page, read);
  }
  return listFeedsOfStore(store, statuses, page);
}

/** A scope that is also limited to some stars, or to reviews with or without a reply. */
interface FilteredScope extends Scope {
  rating?: number | undefined;
  replied?: boolean | undefined;
}

/**
 * Up to `limit` reviews of a filtered scope below the id `after`, newest first. One round trip if the only filters are the stars, or the reply,
 * and the statuses. With others, the reviews are filtered after they are read, and there may be fewer than `limit`, or none, although more follow.
 */
export function listFiltered(store: string, scope: FilteredScope, page: Page): Promise<Matching<ReviewRecord>> {
  const { rating, replied, statuses } = scope;
  const matches = (review: ReviewRecord) =>
    (statuses === undefined || statuses.includes(statusOf(review))) &&
    (rating === undefined || review.rating === rating) &&
    (replied === undefined || (review.reply !== null) === replied);
  return listMatching((each) => listCandidates(store, scope, each), matches, page);
}

/** The reviews of the most narrow list that contains a filtered scope. */
function listCandidates(
  store: string,
  { rating, replied, ...scope }: FilteredScope,
  page: Page,
): Promise<ReviewRecord[]> {
  const { product, customer, statuses = reviewStatuses } = scope;
  const ofStore = product === undefined && customer === undefined;
  const feedsOf = (feedOf: (status: ReviewStatus, part: number) => string) =>
    statuses.map((status) => shards(partsOf[status]).map((part) => feedOf(status, part)));
  if (ofStore && rating !== undefined) {
    const feeds = feedsOf((status, part) => keys.ratedReviewFeed(store, status, rating, part));
    const otherwise = () => listFeedsOfStore(store, statuses, page);
    return listNewFeeds<ReviewRecord>('stars_feed', feeds, { ...page, otherwise }, read);
  }
  if (ofStore && replied !== undefined) {
    const feeds = feedsOf((status, part) => keys.repliedReviewFeed(store, status, byReply(replied), part));
    return listFeeds<ReviewRecord>('feed', feeds, page, read);
  }
  return list(store, scope, page);
}

const listFeedsOfStore = (store: string, statuses: readonly ReviewStatus[], page: Page) =>
  listFeeds<ReviewRecord>(
    'feed',
    statuses.map((status) => shards(partsOf[status]).map((part) => keys.reviewFeed(store, status, part))),
    page,
    read,
  );

const listOfProduct = (store: string, product: string, statuses: readonly ReviewStatus[], page: Page) =>
  listFeeds<ReviewRecord>(
    'product_feed',
    statuses.map((status) => [keys.productReviewFeed(store, product, status)]),
    page,
    read,
  );

/**
 * Up to `limit` published reviews of a product that have this many stars, newest first. Takes one round trip, plus one for each page on which a
 * release before 0.3.0 left stale keys of reviews that it edited or hid. While AWS builds the index, this reads all published reviews of the
 * product, a page at a time.
 */
export async function listByStars(
  store: string,
  { product, stars }: { product: string; stars: number },
  { after, limit }: Page,
): Promise<ReviewRecord[]> {
  const feed = keys.starsReviewFeed(store, product, stars);
  const listed: ReviewRecord[] = [];
  for (let begin = after; ; ) {
    const otherwise = () => listOfProduct(store, product, ['published'], { after: begin, limit });
    const page = await listNewFeeds<ReviewRecord>('stars_feed', [[feed]], { after: begin, limit, otherwise }, read);
    listed.push(...page.filter((review) => statusOf(review) === 'published' && review.rating === stars));
    if (listed.length >= limit || page.length < limit) return listed.slice(0, limit);
    begin = page.at(-1)?.id;
  }
}

/** The customer's review of the product, or undefined. */
export async function findByAuthor(
  store: string,
  customer: string,
  product: string,
): Promise<ReviewRecord | undefined> {
  const [author, copy] = await Promise.all([
    customers.findRecord(store, customer),
    items.find<ReviewRecord>(keys.reviewOf(store, customer, product), read),
  ]);
  if (!author || customers.isDeleted(author) || !copy) return undefined;
  // A change of standing updates the reviews and their copies step by step: only the review is sure to have its own standing.
  return author.standing_sweep ? find(store, copy.id) : { ...copy, author_standing: author.standing };
}

/** Up to `limit` of an author's reviews by product, after the product `after`. `next` is the `after` of the next page, if any. */
export async function listByAuthor(store: string, customer: string, { after = '', limit }: Page) {
  const { pk, sk: prefix } = keys.reviewOf(store, customer, '');
  const copies = await items.list<ReviewRecord>({ pk, prefix, read, after: `${prefix}${after}`, limit: limit + 1 });
  const page = copies.slice(0, limit);
  return {
    reviews: await findMany(
      store,
      page.map(({ id }) => id),
    ),
    next: copies.length > limit ? page.at(-1)?.product_id : undefined,
  };
}

/** The reviews with copies among a customer's items. */
export const findByCopies = (store: string, owned: readonly ({ id: string } | ReviewRecord)[]) =>
  findMany(
    store,
    owned.filter((item) => 'product_id' in item).map(({ id }) => id),
  );

/** The reviews with these ids that still exist. */
export async function findMany(store: string, ids: readonly string[]): Promise<Stored<ReviewRecord>[]> {
  const records = await items.findMany<ReviewRecord | DeletedReview>(
    ids.map((id) => keys.review(store, id)),
    read,
  );
  return records.flatMap((record) => live(record) ?? []);
}

/** Creates a review. The commit requires that the product's variants are unchanged since they were read, so `variant_name` is correct. */
export const create = (
  store: string,
  review: ReviewRecord,
  product: Pick<products.Product, 'id' | 'variants_round'>,
): Write[] => [
  items.create(keys.review(store, review.id), itemOf(store, review)),
  items.create(copyKey(store, review), copyOf(store, review)),
  mark(store, review),
  products.moveRatingOf(store, product, ratingMove(undefined, review)),
];

export const replace = (store: string, read: Stored<ReviewRecord>, next: ReviewRecord): Write[] => [
  ...replaceWithCopy(store, read, next),
  ...moveRating(store, read, next),
];

/** Replaces a review that its product's rating counts as before. The caller raises the version of the product's public files. */
export const replaceWithCopy = (store: string, read: Stored<ReviewRecord>, next: ReviewRecord): Write[] => [
  replaceItem(store, read, next),
  // With the version of the review, a list that finds the copy at two places at once shows the later one.
  items.update(copyKey(store, next), {
    set: { ...copyOf(store, next), version: read.version + 1 },
    unchanged: { id: read.id },
  }),
];

/** Replaces the review but not its copy: for migrations that change only its keys in indexes. */
export const replaceItem = (store: string, read: Stored<ReviewRecord>, next: ReviewRecord): Write =>
  items.change(keys.review(store, read.id), read, itemOf(store, next));

/** Whether visitors of the product's page see a difference if a review changes from `before` to `after`; undefined means no review. */
export const isShownDifferently = (before: ReviewRecord, after: ReviewRecord | undefined): boolean =>
  !isDeepStrictEqual(publicView(before), publicView(after));

const moveRating = (store: string, read: ReviewRecord, next: ReviewRecord | undefined): Write[] =>
  products.moveRating(store, read.product_id, ratingMove(read, next), isShownDifferently(read, next));

/** Deletes a review for its author: they may write another one, and a repeated deletion succeeds. */
export function remove(store: string, read: Stored<ReviewRecord>, now: string): Write[] {
  const tombstone: DeletedReview = { id: read.id, customer_id: read.customer_id, deleted_at: now };
  return [
    items.replace(keys.review(store, read.id), read, tombstone),
    removeCopy(store, read),
    removeMark(store, read),
    ...moveRating(store, read, undefined),
  ];
}

/** Deletes a review with its author, except its copy, which the author owns. */
export const removeWithAuthor = (store: string, read: Stored<ReviewRecord>): Write[] => [
  items.remove(keys.review(store, read.id), read),
  removeMark(store, read),
  ...moveRating(store, read, undefined),
];

/** Deletes the copy of a review, which also takes the review out of the lists by stars and by reply. */
export const removeCopy = (store: string, read: ReviewRecord): Write => items.removeById(copyKey(store, read), read.id);

const markKey = (store: string, { product_id, id }: Pick<ReviewRecord, 'product_id' | 'id'>): Key =>
  keys.reviewMark(store, product_id, id);

/** Creates the mark that leads from the product to the review. */
export const mark = (store: string, review: ReviewRecord): Write =>
  items.create(markKey(store, review), { id: review.id });

const removeMark = (store: string, review: ReviewRecord): Write => items.removeById(markKey(store, review), review.id);

/**
 * Ids of up to `limit` reviews of a product, after the id `after`. Omits no review that was posted before the call.
 */
export const listIds = (store: string, product: string, page: Page): Promise<string[]> =>
  listIdsUnder((id) => keys.reviewMark(store, product, id), page);

/** Ids of up to `limit` reviews of a product below the id `after`, newest first. Omits no review that was posted before the call. */
export const listNewestIds = async (store: string, product: string, page: Page): Promise<string[]> => {
  const read = items.rawItem<{ id: string }>;
  const marks = await listUnder((id) => keys.reviewMark(store, product, id), { ...page, newestFirst: true, read });
  return marks.map(({ id }) => id);
};

const copyKey = (store: string, { customer_id, product_id }: ReviewRecord): Key =>
  keys.reviewOf(store, customer_id, product_id);

function itemOf(store: string, review: ReviewRecord): object {
  const { id, product_id, customer_id } = review;
  const status = statusOf(review);
  return {
    ...fieldsOf(review),
    feed_pk: keys.reviewFeed(store, status, shardOf(id, partsOf[status])),
    feed_sk: id,
    product_feed_pk: keys.productReviewFeed(store, product_id, status),
    product_feed_sk: id,
    customer_feed_pk: keys.customerReviewFeed(store, customer_id, status),
    customer_feed_sk: id,
    ...starsPlace(store, review),
  };
}

/** The copy of a review, with its keys in the lists by stars and by reply. */
function copyOf(store: string, review: ReviewRecord) {
  const { id, rating, reply } = review;
  const status = statusOf(review);
  const part = shardOf(id, partsOf[status]);
  return {
    ...fieldsOf(review),
    feed_pk: keys.repliedReviewFeed(store, status, byReply(reply !== null), part),
    feed_sk: id,
    stars_feed_pk: keys.ratedReviewFeed(store, status, rating, part),
    stars_feed_sk: id,
  };
}

const byReply = (replied: boolean) => (replied ? 'REPLIED' : 'UNREPLIED');

type CopyKeys = Pick<ReturnType<typeof copyOf>, 'feed_pk' | 'stars_feed_pk'>;

/** Whether the copy of a review is not in the lists by stars and by reply, or is at a stale place, as releases before 0.6.0 leave it. */
export async function hasMisplacedCopy(store: string, review: ReviewRecord): Promise<boolean> {
  const copy = await items.find<{ id: string } & Partial<CopyKeys>>(copyKey(store, review), items.rawItem);
  const due = copyOf(store, review);
  return copy?.id === review.id && (copy.feed_pk !== due.feed_pk || copy.stars_feed_pk !== due.stars_feed_pk);
}

/** The key in the index by stars, which only published reviews have. */
function starsPlace(store: string, review: ReviewRecord) {
  const isListed = statusOf(review) === 'published';
  return {
    stars_feed_pk: isListed ? keys.starsReviewFeed(store, review.product_id, review.rating) : undefined,
    stars_feed_sk: isListed ? review.id : undefined,
  };
}

/** Whether a review lacks its key in the index by stars, or still has a stale key from a release before 0.3.0. */
export const isMisplaced = (store: string, review: ReviewRecord & { stars_feed_pk?: unknown }): boolean =>
  review.stars_feed_pk !== starsPlace(store, review).stars_feed_pk;

/** The stored fields of a review: all fields of the review object except derived ones, and the internal fields. */
const { status: _, ...shown } = reviewObject.shape;
const kept = [
  ...Object.keys(shown),
  'variant_id',
  'author_standing',
  'reply',
  'moderated_by',
] as (keyof ReviewRecord)[];

/** Removes the index keys, which an item from the table contains but which are not part of the review. */
const fieldsOf = (review: ReviewRecord): object => Object.fromEntries(kept.map((name) => [name, review[name]]));
