import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { FeedProduct } from '../../../lib/resources/public-reviews/feed-rules.ts';
import type { ReviewRecord } from '../../../lib/resources/reviews/rules.ts';
import { metaFeedEntry, metaFeedHead } from '../../../lib/work/meta-product-reviews.ts';
import { feedProduct, hostileTexts, reviewOf, site } from '../../support/public-reviews.ts';

/** The line of a review, and its cells by the names of their columns. */
function read(review: ReviewRecord, product: FeedProduct = feedProduct) {
  const entry = metaFeedEntry(review, product, site);
  if (!('text' in entry)) throw new Error(`It is omitted: ${entry.left_out}`);
  const [row, ...more] = parse<Record<string, string>>(metaFeedHead() + entry.text, { columns: true });
  if (!row || more.length > 0) throw new Error('It is not one row');
  return { line: entry.text, row };
}

const bare: FeedProduct = { ...feedProduct, gtin: null, mpn: null, brand: null, sku: null, image_url: null };

test('a review has each column of Meta’s feed', () => {
  expect(read(reviewOf(4, { body: 'One\r\ntwo\n\nthree' })).row).toEqual({
    'store.name': 'Teapots',
    'store.id': 'sit_1',
    'store.storeUrls': '["https://teapots.example"]',
    reviewID: 'rev_000004',
    rating: '5',
    title: 'Title 4',
    content: 'One two three',
    created_at: '2026-02-14T23:30:00Z',
    updated_at: '2026-02-14T23:30:00Z',
    incentivized: 'false',
    has_verified_purchase: 'true',
    'reviewer.name': 'Ada L.',
    'reviewer.isAnonymous': 'false',
    'product.name': 'Teapot',
    'product.url': 'https://teapots.example/teapot',
    'product.image_urls': '["https://teapots.example/teapot.jpg"]',
    'product.productIdentifiers.skus': '["teapot-1"]',
    'product.productIdentifiers.gtins': '["4006381333931"]',
    'product.productIdentifiers.mpns': '["TP-1"]',
    'product.productIdentifiers.brands': '["Aria"]',
  });
});

test('what is unknown is empty, and an author without a name is anonymous', () => {
  const review = reviewOf(1, { title: '', author_name: ' ', verified_purchase: false });
  const { row, line } = read(review, bare);

  expect(row).toMatchObject({
    title: '',
    has_verified_purchase: 'false',
    'reviewer.name': 'Anonymous',
    'reviewer.isAnonymous': 'true',
    'product.image_urls': '',
    'product.productIdentifiers.skus': '',
    'product.productIdentifiers.gtins': '',
    'product.productIdentifiers.mpns': '',
    'product.productIdentifiers.brands': '',
  });
  expect(line).not.toContain('cus_');
});

test.each([
  ['without_text', reviewOf(1, { body: ' \r\n' }), feedProduct],
  ['without_product_url', reviewOf(1), { ...feedProduct, url: null }],
  ['unpublished', reviewOf(1, { author_standing: 'shadowbanned' }), feedProduct],
] as const)('a review is omitted as %s', (left_out, review, product) => {
  expect(metaFeedEntry(review, product, site)).toEqual({ left_out });
});

describe('a spreadsheet runs no text as a formula', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['Fine\n@SUM(A1)', 'Fine @SUM(A1)'],
    ['Fine,=1+1', "Fine,'=1+1"],
    ['\t-1', "'-1"],
  ])('of %j remains %j', (body, shown) => {
    const { row } = read(reviewOf(1, { body, title: body, author_name: body }));
    expect([row.content, row.title, row['reviewer.name']].map((text) => text?.replace(/ +/g, ' '))).toEqual([
      shown,
      shown,
      shown,
    ]);
  });
});

test.each(hostileTexts)('the text %j stays in its cell and on its line', (hostile) => {
  const review = reviewOf(1, { title: hostile, author_name: hostile, body: `Text ${hostile}` });
  const { row, line } = read(review, { ...feedProduct, name: hostile, sku: `1${hostile}` });

  expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u);
  expect(line.endsWith('\r\n')).toBe(true);
  expect(JSON.parse(row['product.productIdentifiers.skus'] ?? '')).toHaveLength(1);
  expect(row.content).toMatch(/^Text/);
});
