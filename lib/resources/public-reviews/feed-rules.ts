/** Which reviews enter the feeds of other services, what is known of a product there, and when feeds are due. */

import { filled } from '../../schema/field.ts';
import { plainParagraphs } from '../../schema/text.ts';
import { toSeconds } from '../../schema/times.ts';
import { type ImportedProduct, productIdentifiers } from '../catalog/fields.ts';
import { type ReviewRecord, statusOf } from '../reviews/rules.ts';
import { type LeftOutReason, leftOutReasons } from './fields.ts';

/** A product with the identifiers by which other services find it. */
export interface FeedProduct {
  id: string;
  name: string;
  url: string | null;
  gtin: string | null;
  mpn: string | null;
  brand: string | null;
  sku: string | null;
  image_url: string | null;
}

/** What feeds show of a product. */
export const feedProductOf = (product: ImportedProduct): FeedProduct => ({
  id: product.id,
  name: product.name,
  url: product.url ?? null,
  ...filled(productIdentifiers, product),
});

/** Why a review is in no feed: feeds require a text and the address of the product's page. */
type LeftOut = 'unpublished' | LeftOutReason;

/** The text of a review in a feed, or why it is omitted. */
export type FeedEntry = { text: string } | { left_out: LeftOut };

/** What a feed requires of each review. */
interface Required {
  /** The address of the product's page. */
  url: string;
  /** The paragraphs of the review, each with its lines; not empty. */
  paragraphs: readonly string[][];
}

/** The entry of a review, written by `write` if the review has what feeds require. */
export function entryOf(review: ReviewRecord, { url }: FeedProduct, write: (required: Required) => string): FeedEntry {
  if (statusOf(review) !== 'published') return { left_out: 'unpublished' };
  const paragraphs = plainParagraphs(review.body);
  if (paragraphs.length === 0) return { left_out: 'without_text' };
  return url === null ? { left_out: 'without_product_url' } : { text: write({ url, paragraphs }) };
}

/** Each reason for which a review of a product is in no feed, once. */
export function reasonsOf(reviews: readonly ReviewRecord[], product: FeedProduct): LeftOutReason[] {
  const entries = reviews.map((review) => entryOf(review, product, () => ''));
  return leftOutReasons.filter((reason) => entries.some((entry) => 'left_out' in entry && entry.left_out === reason));
}

/** Feeds that are this old are written again. A look every 15 minutes then writes them once a day. */
const feedSeconds = 24 * 3600 - 15 * 60;

/** A run that takes longer begins again: after a day, S3 deletes the parts of an unfinished upload. */
const runSeconds = 20 * 3600;

interface Run {
  /** The store's requests for feeds when the run began. */
  requests: number;
  started_at: string;
  /** How often it has failed since its last pause. */
  failures?: number | undefined;
}

/** What is known of the feeds of a site. */
interface FeedsState<R extends Run = Run> {
  /** The last complete feeds: when their run began, and the requests at that time. */
  written?: { requests: number; at: string } | undefined;
  run?: R | undefined;
  /** Until when a function may work on the run. */
  claimed_until?: string | undefined;
}

/** Whether feeds are to be written, or written to their end. `requests` counts the requests of their store so far. */
export const areDue = ({ written, run }: FeedsState, requests: number, now: string): boolean =>
  run !== undefined || !written || written.requests < requests || ageOf(written.at, now) >= feedSeconds;

/** A run that has failed this often since its last pause begins again: what it has uploaded may be gone. */
const failuresAtMost = 3;

/** The run to begin or to continue. Undefined if the feeds are not due, or if another function may still work on them. */
export function nextRun<R extends Run>(state: FeedsState<R>, requests: number, now: string): R | Run | undefined {
  const { run, claimed_until = '' } = state;
  if (claimed_until > now || !areDue(state, requests, now)) return undefined;
  const canContinue = run && ageOf(run.started_at, now) < runSeconds && (run.failures ?? 0) < failuresAtMost;
  return canContinue ? run : { requests, started_at: now };
}

const ageOf = (since: string, now: string): number => toSeconds(now) - toSeconds(since);
