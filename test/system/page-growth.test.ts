/** What a page costs does not grow with the list. */
import { expect, test } from 'vitest';
import { newReviewStore, newWaitlistStore } from '../measure/bench/growth.ts';
import { measureGrowth } from '../measure/bench/pages.ts';

/** Only what the pages cost, not how long they take. */
const untimed = { repetitions: 1 };

test('a page of 10 reviews takes one round trip and the same read units with 300 reviews and with 500', async () => {
  const costs = await measureGrowth(await newReviewStore(), [300, 500], untimed);
  const [few, many] = [300, 500].map((size) =>
    costs.filter(({ items }) => items === size).map(({ filter, readUnits }) => ({ filter, readUnits })),
  );

  expect(many).toHaveLength(20);
  expect(many).toEqual(few);
  for (const { roundTrips } of costs) expect(roundTrips).toBe(1);
});

test('a page of 10 waitlisted products takes two round trips and the same read units with 100 and with 2,300; a search takes few', async () => {
  const costs = await measureGrowth(await newWaitlistStore(), [100, 1000, 2300], untimed);
  const units = (filter: string) => costs.filter((cost) => cost.filter === filter).map(({ readUnits }) => readUnits);

  for (const filter of ['none', 'after']) expect(new Set(units(filter)).size, filter).toBe(1);
  expect(costs.filter(({ items }) => items === 2300).map(({ filter, roundTrips }) => [filter, roundTrips])).toEqual([
    ['none', 2],
    ['after', 2],
    ['search: one product in four', 2],
    ['search: ten products', 2],
    ['search: the last 1200 products', 3],
  ]);
  for (const { filter, readUnits } of costs.filter(({ items }) => items === 1000)) {
    expect(readUnits, filter).toBeGreaterThan(0);
    expect(readUnits, filter).toBeLessThanOrEqual(28);
  }
});
