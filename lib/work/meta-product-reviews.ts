/** Meta's feed of product reviews, as CSV. The names of its columns are Meta's. */
import { stringify } from 'csv-stringify/sync';
import { entryOf, type FeedEntry, type FeedProduct } from '../resources/public-reviews/feed-rules.ts';
import { lineOf, type PublicSite } from '../resources/public-reviews/rules.ts';
import type { ReviewRecord } from '../resources/reviews/rules.ts';
import { escapeFormulas } from '../runtime/formulas.ts';

const columns = [
  'store.name',
  'store.id',
  'store.storeUrls',
  'reviewID',
  'rating',
  'title',
  'content',
  'created_at',
  'updated_at',
  'incentivized',
  'has_verified_purchase',
  'reviewer.name',
  'reviewer.isAnonymous',
  'product.name',
  'product.url',
  'product.image_urls',
  'product.productIdentifiers.skus',
  'product.productIdentifiers.gtins',
  'product.productIdentifiers.mpns',
  'product.productIdentifiers.brands',
] as const;

type Row = Record<(typeof columns)[number], string>;

/** The line with the names of the columns. */
export const metaFeedHead = (): string => lineWith(columns);

/**
 * The line of one review. A text is one line, because a reader that ignores quotes would take each line for a row of its own. The service
 * rewards no review.
 */
export const metaFeedEntry = (review: ReviewRecord, product: FeedProduct, site: PublicSite): FeedEntry =>
  entryOf(review, product, ({ url, paragraphs }) => {
    const author = lineOf(review.author_name);
    const row: Row = {
      'store.name': lineOf(site.name),
      'store.id': site.id,
      'store.storeUrls': listOf(site.url),
      reviewID: review.id,
      rating: String(review.rating),
      title: lineOf(review.title),
      content: paragraphs.flat().join(' '),
      created_at: review.created_at,
      updated_at: review.updated_at,
      incentivized: 'false',
      has_verified_purchase: String(review.verified_purchase),
      'reviewer.name': author || 'Anonymous',
      'reviewer.isAnonymous': String(author === ''),
      'product.name': lineOf(product.name),
      'product.url': url,
      'product.image_urls': listOf(product.image_url),
      'product.productIdentifiers.skus': listOf(product.sku),
      'product.productIdentifiers.gtins': listOf(product.gtin),
      'product.productIdentifiers.mpns': listOf(product.mpn),
      'product.productIdentifiers.brands': listOf(product.brand),
    };
    return lineWith(columns.map((column) => row[column]));
  });

/** A list of one value or none, as JSON. */
const listOf = (value: string | null): string => (value === null ? '' : JSON.stringify([lineOf(value)]));

const lineWith = (cells: readonly string[]): string =>
  stringify([cells.map(escapeFormulas)], { quoted: true, quoted_empty: true, record_delimiter: 'windows' });
