import { describe, expect, test } from 'vitest';
import type { FeedProduct } from '../../../lib/resources/public-reviews/feed-rules.ts';
import {
  type CollectionMethod,
  googleFeedEntry,
  googleFeedHead,
  googleFeedTail,
} from '../../../lib/resources/public-reviews/google-feed-rules.ts';
import type { ReviewRecord } from '../../../lib/resources/reviews/rules.ts';
import { feedProduct, hostileTexts, reviewOf, site } from '../../support/public-reviews.ts';
import { elementsAt, parseXml, type XmlElement } from '../../support/xml.ts';

const textOf = (review: ReviewRecord, product: FeedProduct = feedProduct, method: CollectionMethod | null = null) => {
  const entry = googleFeedEntry(review, product, method);
  if (!('text' in entry)) throw new Error(`It is omitted: ${entry.left_out}`);
  return entry.text;
};

/** The elements of each element that has any, in the order of schema 2.4; `?` after an optional one, `*` after a repeated one. */
const documented: Readonly<Record<string, readonly string[]>> = {
  feed: ['version', 'aggregator?', 'publisher', 'reviews?'],
  publisher: ['name', 'favicon?'],
  reviews: ['review*'],
  review: [
    ...['review_id?', 'reviewer', 'is_verified_purchase?', 'is_incentivized_review?', 'review_timestamp', 'title?'],
    ...[
      'content',
      'review_language?',
      'review_country?',
      'pros?',
      'cons?',
      'review_url',
      'reviewer_images?',
      'ratings',
    ],
    ...['products', 'is_spam?', 'collection_method?', 'transaction_id?'],
  ],
  reviewer: ['name', 'reviewer_id?'],
  ratings: ['overall'],
  products: ['product'],
  product: ['product_ids?', 'product_name?', 'product_url'],
  product_ids: ['gtins?', 'mpns?', 'skus?', 'brands?', 'asins?'],
  gtins: ['gtin'],
  mpns: ['mpn'],
  skus: ['sku'],
  brands: ['brand'],
};

/** What of an element, and of those inside, is not as documented. */
function faultsOf({ name, children, text }: XmlElement): string[] {
  const allowed = documented[name];
  if (!allowed) return children.length === 0 && text.trim() !== '' ? [] : [`${name} is no text`];
  const names = children.map((child) => child.name);
  const order = allowed.flatMap((each) => names.filter((child) => child === each.replace(/[?*]$/, '')));
  const missing = allowed.filter((each) => !/[?*]$/.test(each) && !names.includes(each));
  const twice = allowed.filter(
    (each) => !each.endsWith('*') && names.filter((child) => child === each.replace('?', '')).length > 1,
  );
  return [
    ...(order.join() === names.join() ? [] : [`${name} has ${names.join()}`]),
    ...[...missing, ...twice].map((each) => `${name} and ${each}`),
    ...children.flatMap(faultsOf),
  ];
}

const feedWith = (...entries: string[]): XmlElement =>
  parseXml(
    [googleFeedHead(site), ...entries, googleFeedTail]
      .join('')
      .replace(/^<\?xml version="1.0" encoding="UTF-8"\?>\n/, ''),
  );

test('the feed names its schema, its version and its publisher', () => {
  const head = googleFeedHead({ ...site, name: 'Tea & <Pots>' });

  expect(head).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<feed /);
  expect(head).toContain(
    'xsi:noNamespaceSchemaLocation="http://www.google.com/shopping/reviews/schema/product/2.4/product_reviews.xsd"',
  );
  expect(head).toContain('<version>2.4</version>\n<publisher><name>Tea &amp; &lt;Pots&gt;</name></publisher>');
  expect(faultsOf(feedWith())).toEqual([]);
});

test('a review has every element that Google can use, in the order of the schema', () => {
  expect(textOf(reviewOf(4, { body: 'One\r\ntwo\n\n\nthree' }), feedProduct, 'post_fulfillment')).toBe(
    `<review><review_id>rev_000004</review_id><reviewer><name>Ada L.</name></reviewer><is_verified_purchase>true</is_verified_purchase><review_timestamp>2026-02-14T23:30:00Z</review_timestamp><title>Title 4</title><content>One
two

three</content><review_url type="group">https://teapots.example/teapot</review_url><ratings><overall min="1" max="5">5</overall></ratings><products><product><product_ids><gtins><gtin>4006381333931</gtin></gtins><mpns><mpn>TP-1</mpn></mpns><skus><sku>teapot-1</sku></skus><brands><brand>Aria</brand></brands></product_ids><product_name>Teapot</product_name><product_url>https://teapots.example/teapot</product_url></product></products><collection_method>post_fulfillment</collection_method></review>
`,
  );
});

const bare: FeedProduct = { ...feedProduct, gtin: null, mpn: null, brand: null, sku: null, image_url: null };

describe('a feed is as Google documents it', () => {
  test.each([
    ['every field', reviewOf(1), feedProduct, 'unsolicited'],
    ['only required fields', reviewOf(1, { title: '', author_name: '' }), { ...bare, name: '\u202e' }, null],
    ['only a GTIN', reviewOf(1, { verified_purchase: false }), { ...bare, gtin: '4006381333931' }, null],
    ['only a brand', reviewOf(1), { ...bare, brand: 'Aria' }, null],
  ] as const)('with %s', (_, review, product, method) => {
    expect(faultsOf(feedWith(textOf(review, product, method), textOf(reviewOf(2))))).toEqual([]);
  });

  test('and one that is not is noticed', () => {
    const text = textOf(reviewOf(1));
    expect(faultsOf(feedWith(text.replace(/<content>.*?<\/content>/, '')))).toEqual(['review and content']);
    expect(faultsOf(feedWith(text.replace(/(<title>.*?<\/title>)(<content>.*?<\/content>)/, '$2$1')))).toHaveLength(1);
    expect(faultsOf(feedWith(text.replace(/<sku>.*?<\/sku>/, '<sku></sku>')))).toEqual(['sku is no text']);
  });
});

test('an author without a name is anonymous', () => {
  expect(textOf(reviewOf(1, { author_name: '\u202e ' }))).toContain(
    '<reviewer><name is_anonymous="true">Anonymous</name></reviewer>',
  );
});

test('a purchase that is not verified is not called so, and an unknown method is absent', () => {
  const text = textOf(reviewOf(1, { verified_purchase: false }));

  expect(text).toContain('<is_verified_purchase>false</is_verified_purchase>');
  expect(text).not.toContain('collection_method');
});

test('a manufacturer’s part number without a brand is left away, as it identifies nothing', () => {
  const text = textOf(reviewOf(1), { ...bare, mpn: 'TP-1', sku: 'teapot-1' });

  expect(text).toContain('<product_ids><skus><sku>teapot-1</sku></skus></product_ids>');
});

test('the feed has no id of a customer', () => {
  expect(textOf(reviewOf(1))).not.toContain('cus_');
});

test.each([
  ['without_text', reviewOf(1, { body: '\r\n \u202e' }), feedProduct],
  ['without_product_url', reviewOf(1), { ...feedProduct, url: null }],
  ['unpublished', reviewOf(1, { hidden_at: '2026-02-15T00:00:00Z' }), feedProduct],
  ['unpublished', reviewOf(1, { author_standing: 'shadowbanned' }), feedProduct],
  ['unpublished', reviewOf(1, { author_standing: 'banned' }), feedProduct],
] as const)('a review is omitted as %s', (left_out, review, product) => {
  expect(googleFeedEntry(review, product, null)).toEqual({ left_out });
});

test.each([...hostileTexts, 'a\u0000\u0008\u000b\u001f\ufffe\uffff\ud800b'])('the text %j is only text', (hostile) => {
  const review = reviewOf(1, { title: hostile, author_name: hostile, body: `Text ${hostile}` });
  const product = { ...feedProduct, name: hostile, sku: `1${hostile}`, brand: `2${hostile}`, mpn: `3${hostile}` };
  const feed = feedWith(textOf(review, product));

  expect(faultsOf(feed)).toEqual([]);
  expect(elementsAt(feed, 'reviews', 'review')).toHaveLength(1);
  const [content] = elementsAt(feed, 'reviews', 'review', 'content');
  expect(content?.text.replaceAll(/\s+/g, ' ').trim()).toBe(
    `Text ${hostile}`
      .replaceAll(/(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\ufffe\uffff]/gu, '')
      .toWellFormed()
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
});
