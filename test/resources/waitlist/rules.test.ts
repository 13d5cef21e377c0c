import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  beginningOfSearch,
  endingLength,
  endingsOf,
  inRankingOrder,
  normaliseEmail,
  rankingOfNone,
  rankingOfOne,
  requireVariant,
  searchable,
} from '../../../lib/resources/waitlist/rules.ts';

const product = (id: string, created_at: string, waiting: number) => ({
  id,
  ranking: rankingOfNone({ id, created_at }) + BigInt(waiting) * rankingOfOne,
});

const sorted = (...products: ReturnType<typeof product>[]): string[] =>
  products.toSorted(inRankingOrder).map(({ id }) => id);

describe('ranking', () => {
  test('more waiting shoppers come first, whenever the product was created', () => {
    expect(sorted(product('pro_a', '9999-12-31T23:59:59Z', 1), product('pro_b', '0001-01-01T00:00:00Z', 2))).toEqual([
      'pro_b',
      'pro_a',
    ]);
  });

  test('of equal counts the product created last comes first, years before 1970 included', () => {
    expect(
      sorted(
        product('pro_a', '0001-01-01T00:00:00Z', 3),
        product('pro_b', '2026-01-01T00:00:01Z', 3),
        product('pro_c', '1969-12-31T23:59:59Z', 3),
        product('pro_d', '2026-01-01T00:00:00Z', 3),
      ),
    ).toEqual(['pro_b', 'pro_d', 'pro_c', 'pro_a']);
  });

  test.each([
    ['pro_9', 'pro_A'],
    ['pro_Z', 'pro_a'],
    ['pro_ab', 'pro_abc'],
    [`pro_${'z'.repeat(63)}y`, `pro_${'z'.repeat(64)}`],
  ])('of equal counts and times the greater id comes first: %s after %s', (lesser, greater) => {
    const at = '2026-01-01T00:00:00Z';

    expect(sorted(product(lesser, at, 1), product(greater, at, 1))).toEqual([greater, lesser]);
  });

  test('of equal counts and times ids that differ in their first ten characters are in order only by the number', () => {
    const at = '2026-01-01T00:00:00Z';
    const opaque = fc.string({ unit: fc.constantFrom('0', '9', 'A', 'Z', 'a', 'z'), minLength: 1, maxLength: 10 });
    const rankingOf = (id: string) => rankingOfNone({ id, created_at: at });

    void fc.assert(
      fc.property(opaque, opaque, (one, other) => {
        const [a, b] = [`pro_${one}`, `pro_${other}`];
        expect(rankingOf(a) < rankingOf(b)).toBe(a < b);
      }),
    );
    expect(rankingOf('pro_azz') < rankingOf('pro_b00')).toBe(true);
    expect(rankingOf('pro_a') < rankingOf('pro_a0')).toBe(true);
    expect(rankingOf('pro_012345678') < rankingOf('pro_0123456780')).toBe(true);
    expect(rankingOf('pro_0123456789') < rankingOf('pro_012345678A')).toBe(true);
  });

  test.each([
    [
      { id: 'pro_a', ranking: 2n },
      { id: 'pro_b', ranking: 1 },
    ],
    [
      { id: 'pro_b', ranking: 2 },
      { id: 'pro_a', ranking: 2n },
    ],
  ])('%o comes before %o, whichever is compared with the other', (first, second) => {
    expect(inRankingOrder(first, second)).toBe(-1);
    expect(inRankingOrder(second, first)).toBe(1);
    expect(inRankingOrder(first, { ...first })).toBe(0);
  });

  test('no shopper ranks below one shopper, and the largest ranking fits into 38 digits', () => {
    const last = rankingOfNone({ id: `pro_${'z'.repeat(64)}`, created_at: '9999-12-31T23:59:59Z' });

    expect(last < rankingOfOne).toBe(true);
    expect(rankingOfNone({ id: 'pro_0', created_at: '0001-01-01T00:00:00Z' }) > 0n).toBe(true);
    expect(String(99_999_999n * rankingOfOne + last)).toHaveLength(38);
  });
});

describe('search', () => {
  test.each([
    ['Straße', 'STRASSE'],
    ['Straße', 'STRAẞE'],
    ['ΟΔΟΣΑ', 'ΟΔΟΣ'],
    ['ΟΔΟΣ', 'οδος'],
    ['İZMİR', 'i̇zmi̇r'],
    ['Ǆ', 'ǅ'],
  ])('%s is found by %s, and so the other way round', (name, search) => {
    expect(searchable(name)).toContain(searchable(search));
    expect(searchable(name.toUpperCase())).toContain(searchable(search));
    expect(searchable(name.toLowerCase())).toContain(searchable(search));
  });

  test('any text is folded like each of its parts, in any letter case', () => {
    const texts = fc.string({ unit: 'grapheme' });
    void fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(searchable(a + b)).toBe(searchable(a) + searchable(b));
        expect(searchable(a.toUpperCase())).toBe(searchable(a));
        expect(searchable(a.toLowerCase())).toBe(searchable(a));
        expect(searchable(searchable(a))).toBe(searchable(a));
      }),
    );
  });

  test('every place of a name is the beginning of an ending, in lower case', () => {
    expect(endingsOf('Tee É')).toEqual(['tee é', 'ee é', 'e é', ' é', 'é']);
  });

  test('endings are cut by code points, and so are searches', () => {
    const name = '🫖'.repeat(endingLength + 5);

    expect(endingsOf(name)[0]).toBe('🫖'.repeat(endingLength));
    expect(beginningOfSearch(name)).toBe('🫖'.repeat(endingLength));
  });
});

test('an address is the same in any letter case, and no other one', () => {
  expect(normaliseEmail('Ada@Example.COM')).toBe(normaliseEmail('aDA@eXAMPLE.com'));
  // In upper case these two would be one.
  expect(normaliseEmail('STRASSE@example.com')).not.toBe(normaliseEmail('straße@example.com'));
});

test('404 for a variant that the product does not have', () => {
  const product = { variants: [{ id: 'prv_1' }, { id: 'prv_2' }] };
  expect(() => requireVariant(product, 'prv_2')).not.toThrow();
  for (const { variants } of [product, { variants: [] }]) {
    expect(() => requireVariant({ variants }, 'prv_3')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  }
});
