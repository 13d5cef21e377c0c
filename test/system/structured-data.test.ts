/** The JSON-LD of a product's public files, as the tools of others read it: schema.org's types, and a tester of pages. */
import type { Product, WithContext } from 'schema-dts';
import { structuredDataTest } from 'structured-data-testing-tool';
import { describe, expect, test, vi } from 'vitest';
import { describedProduct, structuredDataOf } from '../../lib/resources/public-reviews/structured-data-rules.ts';
import { hostileTexts, productWith, reviewOf, reviewsUpTo, site } from '../support/public-reviews.ts';

const reviews = reviewsUpTo(10).toReversed();
const product = productWith(reviews);

/** What Google requires of a product with a rating and reviews ("Review snippet structured data"). */
const required = [
  ...['name', 'aggregateRating."@type"', 'aggregateRating.ratingValue', 'aggregateRating.reviewCount'],
  ...['aggregateRating.bestRating', 'aggregateRating.worstRating'],
  ...reviews.flatMap((_, index) =>
    [
      '"@type"',
      'author."@type"',
      'author.name',
      'datePublished',
      'reviewRating."@type"',
      'reviewRating.ratingValue',
    ].map((path) => `review[${index}].${path}`),
  ),
];

const pageWith = (json: string) =>
  `<!doctype html><html><head><title>Teapot</title><script type="application/ld+json">${json}</script></head></html>`;

/** The paths that the tester does not find in the structured data of a page. */
const missingIn = async (json: string): Promise<string[]> => {
  const tests = required.map((path) => ({ test: `Product[0].${path}`, type: 'jsonld' }) as const);
  const { failed } = await structuredDataTest(pageWith(json), { schemas: ['jsonld:Product'], tests }).catch(
    ({ res, ...error }) => res ?? Promise.reject(error),
  );
  return failed.map(({ test }: { test: string }) => test.replace('Product[0].', ''));
};

describe('schema.org’s types', () => {
  test('accept the product, with and without reviews and an address', () => {
    const all: WithContext<Product>[] = [
      describedProduct(site, product, reviews),
      describedProduct(site, productWith([], { url: null }), []),
    ];
    expect(all.map((data) => Object(data)['@type'])).toEqual(['Product', 'Product']);
  });

  test('refuse a rating of an unknown type, and a review with a field of its own', () => {
    const data = describedProduct(site, product, reviews);
    const [review] = data.review ?? [];
    if (!review) throw new Error('The product has reviews');
    const misspelled = { ...data, aggregateRating: { '@type': 'AggregatedRating', ratingValue: 5 } } as const;
    // @ts-expect-error schema.org has no type `AggregatedRating`.
    const rating: WithContext<Product> = misspelled;
    // @ts-expect-error A review of schema.org has no `stars`.
    const stars: WithContext<Product> = { ...data, review: { ...review, stars: 5 } };
    expect([rating, stars]).toHaveLength(2);
  });
});

describe('a tester of structured data', () => {
  test('finds everything that Google requires in the page of a product', async () => {
    expect(await missingIn(structuredDataOf(site, product, reviews))).toEqual([]);
  });

  test.each(hostileTexts)('finds it with the text %j', async (text) => {
    const hostile = reviews.map((_, index) => reviewOf(index, { title: text, body: text, author_name: text }));

    expect(await missingIn(structuredDataOf(site, productWith(hostile), hostile))).toEqual([]);
  });

  test('refuses data that lack a field', async () => {
    const data = describedProduct(site, product, reviews);
    const [first, ...others] = data.review ?? [];
    const { author: _, ...anonymous } = first ?? {};

    expect(await missingIn(JSON.stringify({ ...data, aggregateRating: undefined }))).toEqual(
      required.filter((path) => path.startsWith('aggregateRating')),
    );
    expect(await missingIn(JSON.stringify({ ...data, review: [anonymous, ...others] }))).toEqual([
      'review[0].author."@type"',
      'review[0].author.name',
    ]);
  });

  test('refuses data that end their script element early', async () => {
    vi.spyOn(console, 'log').mockReturnValue();
    const data = describedProduct(site, productWith(reviews, { name: '</script>' }), reviews);

    expect(await missingIn(JSON.stringify(data))).toEqual(expect.arrayContaining(required));
  });
});
