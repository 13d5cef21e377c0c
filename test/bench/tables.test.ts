import { expect, test } from 'vitest';
import { benchTables } from './tables.ts';

test('the bench is a row for each endpoint, implementation and page', () => {
  const usage = { roundTrips: 1, readUnits: 1, writeUnits: 1, cpu: 115.2, cost: 4.486 };
  const page = { list: 'reviews', filter: 'none', roundTrips: 1, readUnits: 6, milliseconds: 2.34 };
  const [endpoints, comparison, growth] = benchTables({
    endpoints: [{ ...usage, name: 'get-review', method: 'GET' }],
    comparison: [{ ...usage, what: 'Bare SDK handler', kilobytes: 338, milliseconds: 69.4 }],
    growth: [
      { ...page, items: 100 },
      { ...page, items: 1000, readUnits: 6.5 },
    ],
  });

  expect(endpoints?.rows).toEqual([['get-review', 1, 1, 1, 115, undefined, undefined, '$4.49']]);
  expect(comparison?.rows).toEqual([['Bare SDK handler', 1, 1, 1, 115, 338, 69, '$4.49']]);
  expect(growth).toMatchObject({
    columns: ['List: filter', 'Round trips', '100', '1,000'],
    rows: [['reviews: none', 1, '6 / 2.3', '6.5 / 2.3']],
  });
});
