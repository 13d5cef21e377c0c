/** A search costs the same in a store of any size; `npm run measure -- bench:search` shows it for 100,000 customers. */
import { expect, test } from 'vitest';
import { searchCostsAmong } from '../../support/world/searched.ts';

test('a search takes the same trips and read units among 100 customers and among 2,000', { tags: 'long' }, async () => {
  const few = await searchCostsAmong(100);
  const many = await searchCostsAmong(2000);

  expect(many).toEqual(few);
  expect(few.map(({ found }) => found)).toEqual([30, 30, 1, 1, 0, 0]);
  expect(few.every(({ roundTrips, capacity }) => roundTrips <= 2 && capacity > 0)).toBe(true);
});
