import { expect, test } from 'vitest';
import { droppedVariants, ratingAverage, waitlistedView } from '../../../lib/resources/catalog/rules.ts';

test.each([
  [0, 0, null],
  [1, 4, 4],
  [3, 14, 4.67],
  [3, 10, 3.33],
  [8, 37, 4.63],
])('the average of %i published reviews with a rating sum of %i is %s', (review_count, rating_sum, average) => {
  expect(ratingAverage({ review_count, rating_sum })).toBe(average);
});

test('the variants that are gone are those that another version of the product lacks', () => {
  const having = (...ids: string[]) => ({ variants: ids.map((id) => ({ id })) });

  expect(droppedVariants(having('a', 'b', 'c'), having('c', 'd', 'a'))).toEqual(['b']);
  expect(droppedVariants(having('a'), having('a', 'b'))).toEqual([]);
  expect(droppedVariants(having('a', 'b'), having())).toEqual(['a', 'b']);
});

test('a product in the ranking has an empty description by default, and counts zero', () => {
  const product = {
    ...{ id: 'pro_1', name: 'Teapot', status: 'active', delivery: 'physical' as const, variants: [] },
    ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', review_count: 3, rating_sum: 14 },
  };

  expect(waitlistedView(product)).toMatchObject({ description: '', rating_average: 4.67, waiting_count: 0 });
  expect(waitlistedView({ ...product, description: 'Pours', waiting_count: 2 })).toMatchObject({
    description: 'Pours',
    waiting_count: 2,
  });
});
