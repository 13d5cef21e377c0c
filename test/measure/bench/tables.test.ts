import { expect, test } from 'vitest';
import { costPerMillion, costsPerMillion } from './cost.ts';
import { spreadOf, spreadText } from './fresh-processes.ts';
import { benchTables } from './tables.ts';

const usage = { roundTrips: 1, calls: ['GetItem'], readUnits: 1, writeUnits: 1, logBytes: 400 };
const spread = { median: 70, least: 64.6, most: 91 };

test('the bench is a row for each goal, situation, endpoint and page, and a column for each implementation', () => {
  const cold = { kilobytes: 338, coldStart: spread, initCpu: spread, firstCpu: spread, coldCpu: spread };
  const page = { list: 'reviews', filter: 'none', roundTrips: 1, readUnits: 6, milliseconds: 2.34 };
  const [goals, situations, comparison, endpoints, growth] = benchTables({
    goals: [
      { figure: 'cold start', goal: '≤ 1.1 ×', now: '1.02 ×', isMet: true },
      { figure: 'reads', goal: 'for information', now: '0.9 ×', isMet: undefined },
    ],
    situations: [
      { name: 'a create', status: 201, ...usage, cancelledUnits: 0 },
      { name: 'a repeat', status: 201, ...usage, cancelledUnits: 6 },
    ],
    endpoints: [{ ...usage, name: 'get-review', method: 'GET', cpu: 115.2, cost: undefined }],
    comparison: [
      {
        ...usage,
        ...cold,
        what: 'Bare SDK handler',
        chainCpu: spread,
        hundredthCpu: spread,
        warmCpu: spread,
        cost: 4.486,
      },
    ],
    growth: [
      { ...page, items: 100 },
      { ...page, items: 1000, readUnits: 6.5 },
    ],
  });

  expect(goals?.rows).toEqual([
    ['cold start', '≤ 1.1 ×', '1.02 ×', 'yes'],
    ['reads', 'for information', '0.9 ×', '–'],
  ]);
  expect(situations?.rows).toEqual([
    ['a create', '201', 1, 1, 1, 1, 'GetItem'],
    ['a repeat', '201', 1, 1, 1, 'up to 7', 'GetItem'],
  ]);
  expect(comparison?.columns).toEqual(['', 'Bare SDK handler']);
  expect(comparison?.rows).toContainEqual(['CPU with it (µs)', '70 (65–91)']);
  expect(comparison?.rows).toContainEqual(['a million requests', '$4.49']);
  expect(endpoints?.rows).toEqual([['get-review', 1, 1, 1, 1, 115, 400, undefined, undefined, undefined, undefined]]);
  expect(growth).toMatchObject({
    columns: ['List: filter', 'Round trips', '100', '1,000'],
    rows: [['reviews: none', 1, '6 / 2.3', '6.5 / 2.3']],
  });
});

test('a million requests are paid for by what they take', () => {
  const costs = costsPerMillion({ ...usage, trueCpu: 0, initCpu: 0 });

  expect(costs).toMatchObject({ gateway: 3.5, distribution: 1, writes: 0.625, reads: 0.125, invocation: 0.2, INIT: 0 });
  expect(costs.logs).toBeCloseTo(0.2);
  expect(costPerMillion({ ...usage, trueCpu: 0, initCpu: 0 })).toBeCloseTo(5.685, 2);
});

test('a spread is the median and its range', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 });
  expect(spreadText(spreadOf([70.4, 64.6, 91]))).toBe('70 (65–91)');
});
