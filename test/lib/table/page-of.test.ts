import { describe, expect, test } from 'vitest';
import { pageOf } from '../../../lib/table/reads.ts';

const same = (item: string) => item;

describe('a page', () => {
  test('holds as many items as were asked for, and says whether another follows', () => {
    expect(pageOf(['a', 'b', 'c'], 2, same)).toEqual({ data: ['a', 'b'], has_more: true });
    expect(pageOf(['a', 'b'], 2, same)).toEqual({ data: ['a', 'b'], has_more: false });
    expect(pageOf([], 2, same)).toEqual({ data: [], has_more: false });
  });

  test('is shorter where a function could not answer with so much, and the rest follows', () => {
    // Quotes grow fourfold as JSON within JSON.
    const items = Array.from({ length: 100 }, () => '"'.repeat(20_000));
    const { data, has_more } = pageOf(items, 100, same);

    expect(data).toHaveLength(62);
    expect(has_more).toBe(true);
    expect(pageOf(items.slice(data.length), 100, same)).toEqual({ data: items.slice(62), has_more: false });
  });

  test('holds one item, however large', () => {
    const large = 'x'.repeat(6_000_000);

    expect(pageOf([large, 'y'], 10, same)).toEqual({ data: [large], has_more: true });
  });
});
