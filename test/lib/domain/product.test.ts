import { expect, test } from 'vitest';
import { ratingAverage } from '../../../lib/domain/product.ts';

test.each([
  [0, 0, null],
  [1, 4, 4],
  [3, 14, 4.67],
  [3, 10, 3.33],
  [8, 37, 4.63],
])('the average of %i published reviews whose ratings add up to %i is %s', (review_count, rating_sum, average) => {
  expect(ratingAverage({ review_count, rating_sum })).toBe(average);
});
