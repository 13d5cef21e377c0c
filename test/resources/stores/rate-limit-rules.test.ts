import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countingOf, grantOf, windowEnd } from '../../../lib/resources/stores/rate-limit-rules.ts';

describe('a limit', () => {
  test.each([
    [600, 60],
    [500, 1],
    [30_000, 60],
    [43_200_000 / 4.32, 86_400],
  ])('of %i in %i s is counted one by one, on one item', (requests, window_seconds) => {
    expect(countingOf({ requests, window_seconds })).toEqual({ items: 1, share: requests, lease: 1 });
  });

  test.each([
    ['in leases where functions cannot leave much unused', 60_000, 60, { items: 1, share: 60_000, lease: 2 }],
    ['on several items where they could', 1000, 1, { items: 2, share: 500, lease: 1 }],
    ['in both ways where it is huge', 10_000_000, 1, { items: 40, share: 250_000, lease: 500 }],
  ])('above 500 a second is counted %s', (_, requests, window_seconds, counting) => {
    expect(countingOf({ requests, window_seconds })).toEqual(counting);
  });

  const anyLimit = fc.record({
    requests: fc.integer({ min: 1, max: 10_000_000 }),
    window_seconds: fc.integer({ min: 1, max: 86_400 }),
  });

  test('never lets an item be written more than 500 times a second, nor wastes more than a twentieth', () => {
    fc.assert(
      fc.property(anyLimit, (limit) => {
        const { items, share, lease } = countingOf(limit);
        expect(limit.requests / limit.window_seconds / lease / items).toBeLessThanOrEqual(500);
        expect((lease - 1) * 1000).toBeLessThanOrEqual(limit.requests * 0.05);
        expect(items * share).toBeLessThanOrEqual(limit.requests);
        expect(items * share).toBeGreaterThanOrEqual(limit.requests * 0.95);
      }),
    );
  });

  test('grants, over any writes of a counter, its share and no more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 200 }),
        (share, sizes) => {
          let used = 0;
          let granted = 0;
          for (const size of sizes) {
            used += size;
            granted += grantOf({ items: 1, share, lease: size }, { used, size });
          }
          expect(granted).toBe(Math.min(share, used));
        },
      ),
    );
  });
});

test('a window ends at a multiple of its length', () => {
  expect(windowEnd(120, { requests: 1, window_seconds: 60 })).toBe(180);
  expect(windowEnd(179, { requests: 1, window_seconds: 60 })).toBe(180);
});
