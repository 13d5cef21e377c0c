import { describe, expect, test } from 'vitest';
import { fileOf, hasMore, type ReadFile, readReviews } from '../../../../lib/client/elements/files.ts';
import type { PublicReviews } from '../../../../lib/resources/public-reviews/fields.ts';
import { filesOf } from '../../../../lib/resources/public-reviews/file-rules.ts';
import { productWith, publishedFrom, reviewsUpTo, site } from '../../../support/public-reviews.ts';

const reviews = reviewsUpTo(120);

/** The files of one version, by name. */
function published(version: number): Map<string, PublicReviews> {
  const files = filesOf(version, site, productWith(reviews), publishedFrom(reviews));
  return new Map(
    files.flatMap(({ name, contentType, body }) =>
      contentType === 'application/json' ? [[name, JSON.parse(body)]] : [],
    ),
  );
}

interface Reader {
  readFile: ReadFile;
  /** The files that were read, those past the caches with a mark. */
  names: string[];
}

/** Reads a version, which the next request may find changed. */
function readerOf(
  versionAt: (request: number) => number,
  change: (file: PublicReviews) => PublicReviews = (file) => file,
): Reader {
  const names: string[] = [];
  return {
    names,
    readFile: async (name, fresh) => {
      const file = published(versionAt(names.length)).get(name);
      names.push(fresh ? `${name} fresh` : name);
      if (!file) throw new Error(`${name}: 404`);
      return change(file);
    },
  };
}

describe('readReviews', () => {
  test('one file is read at first, and the next ones on demand', async () => {
    const { readFile, names } = readerOf(() => 7);

    const first = await readReviews(readFile, 1);
    const second = await readReviews(readFile, 2, first);
    const all = await readReviews(readFile, 9, second);

    expect([first, second, all].map(({ data }) => data.length)).toEqual([50, 100, 120]);
    expect(all.data.map(({ id }) => id)).toEqual(reviews.map(({ id }) => id));
    expect([hasMore(first), hasMore(all)]).toEqual([true, false]);
    expect(names).toEqual(['reviews.json', 'reviews-2.json', 'reviews-3.json']);
  });

  test('reading starts again, past caches, when the version changes between two files', async () => {
    const { readFile, names } = readerOf((request) => (request < 2 ? 7 : 8));
    const first = await readReviews(readFile, 2);

    const more = await readReviews(readFile, 3, first);

    expect(new Set(more.data.map(({ id }) => id)).size).toBe(120);
    expect(more).toMatchObject({ version: 8, files: 3 });
    expect(names.slice(2)).toEqual([
      'reviews-3.json',
      'reviews.json fresh',
      'reviews-2.json fresh',
      'reviews-3.json fresh',
    ]);
  });

  test('reading fails if the version changes with each restart', async () => {
    const { readFile, names } = readerOf((request) => request);

    await expect(readReviews(readFile, 2)).rejects.toThrow('The reviews change while they are read');
    expect(names).toHaveLength(10);
  });

  test.each([
    'https://evil.example/reviews-2.json',
    '//evil.example/reviews-2.json',
    '../../sit_2/products/pro_1/reviews-2.json',
    'stars-1.json',
    '',
  ])('a `next` of %j is not followed, because it is no page of the product', async (next) => {
    const { readFile, names } = readerOf(
      () => 7,
      (file) => ({ ...file, next }),
    );

    const read = await readReviews(readFile, 5);

    expect(hasMore(read)).toBe(false);
    expect(names).toEqual(['reviews.json']);
  });
});

test('the newest reviews with a number of stars have a file of their own', () => {
  const files = published(1);

  for (const stars of [1, 2, 3, 4, 5]) {
    expect(new Set(files.get(fileOf(stars))?.data.map(({ rating }) => rating))).toEqual(new Set([stars]));
  }
  expect(fileOf(0)).toBe('reviews.json');
});
