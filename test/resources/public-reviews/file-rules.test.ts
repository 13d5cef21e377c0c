import { describe, expect, test } from 'vitest';
import { publicReviews } from '../../../lib/resources/public-reviews/fields.ts';
import { emptyPage, fileNames, filesOf } from '../../../lib/resources/public-reviews/file-rules.ts';
import { storefrontView } from '../../../lib/resources/reviews/rules.ts';
import { hostileTexts, productWith, publishedFrom, reviewOf, reviewsUpTo, site } from '../../support/public-reviews.ts';

/** The files of a product with so many reviews, by their names in the order of writing. */
function written(count: number) {
  const reviews = reviewsUpTo(count);
  const files = filesOf(7, site, productWith(reviews), publishedFrom(reviews));
  return new Map(files.map(({ name, body }) => [name, body]));
}

const contentOf = (files: ReadonlyMap<string, string>, name: string) =>
  publicReviews.parse(JSON.parse(files.get(name) ?? 'null'));

/** Ids of all reviews on the pages, in the order in which a visitor reads them. */
function readAll(files: ReadonlyMap<string, string>): string[] {
  const ids: string[] = [];
  for (let name: string | null = 'reviews.json'; name !== null; ) {
    const { data, next } = contentOf(files, name);
    ids.push(...data.map(({ id }) => id));
    name = next;
  }
  return ids;
}

const always = ['stars-1.json', 'stars-2.json', 'stars-3.json', 'stars-4.json', 'stars-5.json'];

describe('the files of a product', () => {
  test.each([
    [0, []],
    [1, []],
    [50, []],
    [51, ['reviews-2.json']],
    [100, ['reviews-2.json']],
    [1000, Array.from({ length: 19 }, (_, index) => `reviews-${index + 2}.json`)],
  ])('with %d reviews have the pages that these need, in the order of writing', (count, further) => {
    expect([...written(count).keys()]).toEqual([
      ...further,
      ...always,
      'reviews.html',
      'rating.jsonld',
      'reviews.json',
    ]);
  });

  test('have 27 names, and `reviews.json` is written last', () => {
    expect(fileNames).toEqual([...written(1000).keys()]);
    expect(new Set(fileNames).size).toBe(27);
  });

  test.each([0, 1, 50, 51, 1000])('lead a reader to each of %d reviews once, newest first', (count) => {
    expect(readAll(written(count))).toEqual(reviewsUpTo(count).map(({ id }) => id));
  });

  test('hold 50 reviews at most, and say of which type they are', () => {
    const files = written(1000);
    const sizes = [...files.keys()]
      .filter((name) => name.endsWith('.json'))
      .map((name) => contentOf(files, name).data.length);
    expect(new Set(sizes)).toEqual(new Set([50]));

    const types = filesOf(1, site, productWith([]), publishedFrom([])).map(({ name, contentType }) => [
      name,
      contentType,
    ]);
    expect(Object.fromEntries(types)).toEqual({
      ...Object.fromEntries([...always, 'reviews.json'].map((name) => [name, 'application/json'])),
      'reviews.html': 'text/html; charset=utf-8',
      'rating.jsonld': 'application/ld+json',
    });
  });

  test.each([0, 51])('all have the version and the same rating, with %d reviews', (count) => {
    const files = written(count);
    const { data: _, next: __, ...shared } = contentOf(files, 'reviews.json');

    expect(shared).toEqual({
      version: 7,
      review_count: count,
      rating_average: count === 0 ? null : 2.96,
      ratings: count === 0 ? { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } : { 1: 11, 2: 10, 3: 10, 4: 10, 5: 10 },
    });
    for (const name of files.keys()) {
      if (name.endsWith('.json')) expect(contentOf(files, name)).toMatchObject(shared);
    }
    expect(files.get('reviews.html')).toContain('data-version="7"');
  });

  test('are the same bytes for the same reviews', () => {
    expect([...written(51)]).toEqual([...written(51)]);
  });

  test('of the stars have only reviews with so many', () => {
    const files = written(1000);
    for (const stars of [1, 2, 3, 4, 5]) {
      const { data, next } = contentOf(files, `stars-${stars}.json`);
      expect(data.map(({ rating }) => rating)).toEqual(Array.from({ length: 50 }, () => stars));
      expect(next).toBeNull();
    }
  });
});

describe('a review in a file', () => {
  test('is what the storefront shows to a visitor, with the reply and without the author’s id', () => {
    const reply = { body: 'Thanks', created_at: '2026-02-15T00:00:00Z', updated_at: '2026-02-15T00:00:00Z' };
    const review = reviewOf(1, { reply });
    const files = filesOf(1, site, productWith([review]), publishedFrom([review]));
    const { customer_id, ...shown } = storefrontView(review);

    const bodies = new Map(files.map(({ name, body }) => [name, body]));
    expect(contentOf(bodies, 'reviews.json').data).toEqual([shown]);
    expect(contentOf(bodies, 'stars-2.json').data).toEqual([shown]);
    for (const { body } of files) expect(body).not.toMatch(new RegExp(`customer_id|${customer_id}|moderated_by|prv_1`));
  });

  test.each([
    ['hidden', { hidden_at: '2026-02-15T00:00:00Z' }],
    ['shadowbanned', { author_standing: 'shadowbanned' }],
    ['banned', { author_standing: 'banned' }],
  ] as const)('is not %s, even if the caller passes such a review', (_, change) => {
    const [secret, open] = [reviewOf(6, { ...change, body: 'Never shown', reply: null }), reviewOf(1)];
    const files = filesOf(1, site, productWith([open]), publishedFrom([secret, open]));

    expect(files.map(({ body }) => body).join('')).not.toContain('Never shown');
    expect(files.map(({ body }) => body).join('')).toContain('Text 1');
  });

  test.each(hostileTexts)('has every character of %j, none of which ends a script element', (text) => {
    const review = reviewOf(1, { title: text, body: text, author_name: text, variant_name: text });
    const files = filesOf(1, site, productWith([review]), publishedFrom([review]));

    const bodies = new Map(files.map(({ name, body }) => [name, body]));
    const { data } = contentOf(bodies, 'reviews.json');
    expect(bodies.get('reviews.json')).not.toMatch(/[<>&]/);
    expect(data).toMatchObject([{ title: text, body: text, author_name: text, variant_name: text }]);
  });
});

test('a page that is no longer needed is empty, with the version and the rating of the others', () => {
  const [files, { name, contentType, body }] = [
    written(50),
    emptyPage('reviews-2.json', 7, productWith(reviewsUpTo(50))),
  ];

  expect({ name, contentType }).toEqual({ name: 'reviews-2.json', contentType: 'application/json' });
  expect(JSON.parse(body)).toEqual({ ...contentOf(files, 'reviews.json'), data: [], next: null });
});
