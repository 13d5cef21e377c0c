import { describe, expect, test } from 'vitest';
import { dueAfter } from '../../../lib/resources/uploads/records.ts';
import {
  announces,
  isPlausible,
  matchParts,
  partSize,
  partsOf,
  roomFor,
} from '../../../lib/resources/uploads/rules.ts';

const mebibyte = 1024 * 1024;

test('an upload that is not finished is forgotten a day later', () => {
  expect(dueAfter('2026-01-31T12:00:00Z')).toBe('2026-02-01T12:00:00Z');
});

describe('the parts of a file', () => {
  test.each([1, partSize - 1, partSize, partSize + 1, 500 * mebibyte])('of %i bytes hold it once, in order', (size) => {
    const parts = partsOf(size);
    expect(parts.reduce((sum, part) => sum + part.size, 0)).toBe(size);
    expect(parts.map(({ part_number }) => part_number)).toEqual(parts.map((_, index) => index + 1));
    expect(parts.slice(0, -1).every((part) => part.size === partSize)).toBe(true);
    expect(parts.at(-1)?.size).toBeGreaterThan(0);
  });

  test('are at least the 5 MiB that S3 asks of all but the last, and no more than its 10,000', () => {
    expect(partSize).toBeGreaterThanOrEqual(5 * mebibyte);
    expect(partsOf(500 * mebibyte).length).toBeLessThanOrEqual(10_000);
  });
});

describe('the open uploads of a store', () => {
  const now = '2026-01-01T00:01:00Z';

  test.each([
    ['below the limit there is room', { at_most: 999 }, 'room'],
    ['at the limit they are to be counted', { at_most: 1000 }, 'to be counted'],
    ['a count of this moment is believed', { at_most: 1000, counted_at: now }, 'full'],
    ['and one of nine seconds ago', { at_most: 1000, counted_at: '2026-01-01T00:00:51Z' }, 'full'],
    ['but not of ten', { at_most: 1000, counted_at: '2026-01-01T00:00:50Z' }, 'to be counted'],
    [
      'what has been opened since a count needs another',
      { at_most: 1001, counted_at: '2025-01-01T00:00:00Z' },
      'to be counted',
    ],
  ])('%s', (_, bound, room) => {
    expect(roomFor(bound, now)).toBe(room);
  });
});

describe('a finished upload', () => {
  const size = 2 * partSize + 100;
  const sent = [partSize, partSize, 100].map((bytes, index) => ({
    part_number: index + 1,
    size: bytes,
    etag: `"etag${index + 1}"`,
  }));
  const listed = sent.map(({ part_number, etag }) => ({ part_number, etag }));
  const changed = <T extends { part_number: number }>(parts: readonly T[], number: number, fields: Partial<T>): T[] =>
    parts.map((part) => (part.part_number === number ? { ...part, ...fields } : part));

  test('has its parts in order, however they are listed, and with or without the quotes of an etag', () => {
    const unquoted = listed.map(({ part_number }) => ({ part_number, etag: `etag${part_number}` }));
    expect(matchParts(size, listed, sent)).toEqual(sent);
    expect(matchParts(size, unquoted.toReversed(), sent.toReversed())).toEqual(sent);
  });

  test.each([
    ['a part did not arrive', listed, sent.slice(1)],
    ['a part is not reported', listed.slice(0, -1), sent],
    ['a part is reported twice', [...listed, ...listed.slice(0, 1)], sent],
    ['a part is reported that the file has not', [...listed, { part_number: 4, etag: 'etag4' }], sent],
    ['a part has another etag', changed(listed, 2, { etag: 'etag1' }), sent],
    ['a part is shorter', listed, changed(sent, 3, { size: 99 })],
    ['nothing is there', [], []],
  ])('is refused where %s', (_, reported, arrived) => {
    expect(() => matchParts(size, reported, arrived)).toThrow('parts must match what was uploaded');
  });
});

describe('a report of parts', () => {
  const parts = (...etags: string[]) => etags.map((etag, index) => ({ part_number: index + 1, etag }));

  test('may have the most parts, with ETags as long as S3 makes them', () => {
    expect(isPlausible(1, parts('"a"'))).toBe(true);
    expect(isPlausible(partSize + 1, parts('"a"', 'b'))).toBe(true);
    expect(isPlausible(1, parts('"a"', 'b'))).toBe(false);
    expect(isPlausible(1, [])).toBe(false);
    expect(isPlausible(1, parts('e'.repeat(64)))).toBe(true);
    expect(isPlausible(partSize + 1, parts('a', 'e'.repeat(65)))).toBe(false);
  });

  test('is the same as another with the same ETags of the same parts, quoted or not, in any order', () => {
    expect(announces(parts('a', '"b"'), parts('"a"', 'b').toReversed())).toBe(true);
    expect(announces(parts('a', 'b'), parts('a'))).toBe(false);
    expect(announces(parts('a'), parts('a', 'b'))).toBe(false);
    expect(announces(parts('a', 'b'), parts('b', 'a'))).toBe(false);
    expect(announces(parts('a', 'b'), [...parts('a'), { part_number: 3, etag: 'b' }])).toBe(false);
  });
});
