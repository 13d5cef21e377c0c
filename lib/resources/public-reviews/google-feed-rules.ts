/** Google's feed of product reviews, schema 2.4: its elements are in the order that the schema requires. */
import { escaped } from '../../runtime/html.ts';
import { limits } from '../../schema/limits.ts';
import type { ReviewRecord } from '../reviews/rules.ts';
import { entryOf, type FeedEntry, type FeedProduct } from './feed-rules.ts';
import { lineOf, type PublicSite } from './rules.ts';

const schema = 'http://www.google.com/shopping/reviews/schema/product/2.4/product_reviews.xsd';

/** The feed up to its first review. */
export const googleFeedHead = ({ name }: PublicSite): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns:vc="http://www.w3.org/2007/XMLSchema-versioning" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
      ` xsi:noNamespaceSchemaLocation="${schema}">`,
    '<version>2.4</version>',
    `<publisher>${element('name', lineOf(name))}</publisher>`,
    '<reviews>\n',
  ].join('\n');

export const googleFeedTail = '</reviews>\n</feed>\n';

/** How a review came about: without a request, or because its author was asked after the order was fulfilled. */
export type CollectionMethod = 'unsolicited' | 'post_fulfillment';

/** One review of the feed. `method` is null if it is unknown. The feed does not show who the author is beyond the public name. */
export const googleFeedEntry = (
  review: ReviewRecord,
  product: FeedProduct,
  method: CollectionMethod | null,
): FeedEntry =>
  entryOf(review, product, ({ url, paragraphs }) => {
    const title = lineOf(review.title);
    const content = paragraphs.map((lines) => lines.join('\n')).join('\n\n');
    return `<review>${[
      element('review_id', review.id),
      `<reviewer>${authorOf(lineOf(review.author_name))}</reviewer>`,
      element('is_verified_purchase', String(review.verified_purchase)),
      element('review_timestamp', review.created_at),
      optional('title', title || null),
      element('content', content),
      `<review_url type="group">${xml(url)}</review_url>`,
      `<ratings><overall min="1" max="${limits.rating}">${review.rating}</overall></ratings>`,
      `<products><product>${productOf(product, url)}</product></products>`,
      optional('collection_method', method),
    ].join('')}</review>\n`;
  });

const authorOf = (name: string): string =>
  name === '' ? '<name is_anonymous="true">Anonymous</name>' : element('name', name);

/** An `mpn` identifies a product only with its brand. */
function productOf({ name, gtin, mpn, sku, brand }: FeedProduct, url: string): string {
  const ids = [
    listed('gtin', gtin),
    listed('mpn', brand === null ? null : mpn),
    listed('sku', sku),
    listed('brand', brand),
  ].join('');
  return [
    ids === '' ? '' : `<product_ids>${ids}</product_ids>`,
    optional('product_name', lineOf(name) || null),
    element('product_url', url),
  ].join('');
}

const listed = (name: string, value: string | null): string =>
  value === null ? '' : `<${name}s>${element(name, value)}</${name}s>`;

const optional = (name: string, value: string | null): string => (value === null ? '' : element(name, value));

const element = (name: string, text: string): string => `<${name}>${xml(text)}</${name}>`;

/** XML 1.0 has no place for these characters, not even as references. */
const impossible = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;

const xml = (text: string): string => escaped(text.toWellFormed().replaceAll(impossible, ''));
