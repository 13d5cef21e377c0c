/** Which reviews enter the feeds of other services, and what is known of a product there. */
import { plainParagraphs } from '../../schema/text.ts';
import { type ReviewRecord, statusOf } from '../reviews/rules.ts';

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

/** Why a review is in no feed: feeds require a text and the address of the product's page. */
type LeftOut = 'unpublished' | 'without_text' | 'without_product_url';

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
