import { expect, test } from 'vitest';
import { CallsAtOnce } from '../../../../bin/operator/move-in/calls-at-once.ts';

/** How many calls are made at once: at first, and after each batch, by its rows a second. */
function sizesAfter(most: number, rates: readonly number[]): number[] {
  const atOnce = new CallsAtOnce(most);
  return [
    atOnce.size,
    ...rates.map((rate) => {
      atOnce.note(rate);
      return atOnce.size;
    }),
  ];
}

test('calls at once double as long as that is faster, up to the most', () => {
  expect(sizesAfter(16, [100, 190, 350, 10, 1000])).toEqual([4, 8, 16, 16, 16, 16]);
});

test('calls at once go back to half and stay where more of them are not faster', () => {
  expect(sizesAfter(16, [100, 110, 500, 1000])).toEqual([4, 8, 4, 4, 4]);
});

test('calls at once are never more than the most', () => {
  expect(sizesAfter(3, [100, 500])).toEqual([3, 3, 3]);
});
