import { describe, expect, test } from 'vitest';
import { structuredDataOf } from '../../../lib/resources/public-reviews/structured-data-rules.ts';
import { hostileTexts, productWith, reviewOf, reviewsUpTo, site } from '../../support/public-reviews.ts';

test('a product has its address, its rating and its newest reviews', () => {
  const reviews = [reviewOf(4), reviewOf(3)];

  expect(JSON.parse(structuredDataOf(site, productWith(reviews), reviews))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': 'https://teapots.example/teapot',
    url: 'https://teapots.example/teapot',
    name: 'Teapot',
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 2, bestRating: 5, worstRating: 1 },
    review: [
      {
        '@type': 'Review',
        author: { '@type': 'Person', name: 'Ada L.' },
        datePublished: '2026-02-14T23:30:00Z',
        name: 'Title 4',
        reviewBody: 'Text 4',
        reviewRating: { '@type': 'Rating', ratingValue: 5, bestRating: 5, worstRating: 1 },
      },
      expect.objectContaining({ name: 'Title 3' }),
    ],
  });
});

test('a product without reviews has no rating, and without an address no id', () => {
  expect(JSON.parse(structuredDataOf(site, productWith([], { url: null }), []))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Teapot',
  });
});

test('a review without text has neither name nor body, and an author without a name is anonymous in the site’s language', () => {
  const review = reviewOf(1, { title: '', body: '', author_name: ' ' });
  const data = JSON.parse(structuredDataOf({ ...site, locale: 'de-AT' }, productWith([review]), [review]));

  expect(Object.keys(data.review[0])).toEqual(['@type', 'author', 'datePublished', 'reviewRating']);
  expect(data.review[0].author.name).toBe('Anonym');
});

test('counts come from the rating and not from the shown reviews', () => {
  const all = reviewsUpTo(51);
  const data = JSON.parse(structuredDataOf(site, productWith(all), all.slice(0, 10)));

  expect(data.aggregateRating.reviewCount).toBe(51);
  expect(data.review).toHaveLength(10);
});

describe.each(hostileTexts)('with the text %j', (text) => {
  const review = reviewOf(1, { title: text, body: text, author_name: text });
  const product = productWith([review], { name: text, url: 'https://teapots.example/?a=1&b=</script>' });
  const json = structuredDataOf(site, product, [review]);

  test('the data cannot end a script element', () => {
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  });

  test('the data still has every character of what was written', () => {
    const data = JSON.parse(json);
    expect(data.review[0]).toMatchObject({ name: text, reviewBody: text });
    expect(data.url).toBe('https://teapots.example/?a=1&b=</script>');
  });
});
