import { expect, test } from 'vitest';
import { benchTables } from './bench-tables.ts';
import { reportSection, withProof } from './section.ts';

const report = {
  name: 'faults',
  command: 'npm run faults -- --seed 1 --runs 2000',
  finished: '2026-11-21T06:00:00Z',
  seconds: 201.4,
  passed: true,
  figures: { runs: 2000, violations: 0, areas: 'reviews, waitlist' },
};

test('what stands between the marks is replaced, and nothing else', () => {
  const text = '# Title\n\n<!-- proof:begin -->\nold\n<!-- proof:end -->\n\nThe end\n';
  const once = withProof(text, 'new');

  expect(once).toBe('# Title\n\n<!-- proof:begin -->\n\nnew\n\n<!-- proof:end -->\n\nThe end\n');
  expect(withProof(once, 'new')).toBe(once);
});

test('a text without the marks is refused', () => {
  expect(() => withProof('# Title', 'new')).toThrow('proof:begin');
  expect(() => withProof('<!-- proof:end --><!-- proof:begin -->', 'new')).toThrow('proof:begin');
});

test('a report says how it was made and shows its figures', () => {
  expect(reportSection(report)).toBe(
    [
      '**faults**: `npm run faults -- --seed 1 --runs 2000`, passed in 201 s on 2026-11-21:',
      '',
      '| | |',
      '|---|---:|',
      '| runs | 2,000 |',
      '| violations | 0 |',
      '| areas | reviews, waitlist |',
    ].join('\n'),
  );
  expect(reportSection({ ...report, passed: false })).toContain('**failed**');
});

test('the bench is a row for each endpoint, comparison and page, and nothing where it was not run', () => {
  const usage = { roundTrips: 1, readUnits: 1, writeUnits: 1, cpu: 115.2, cost: 4.486 };
  const page = { list: 'reviews', filter: 'none', roundTrips: 1, readUnits: 6, milliseconds: 2.34 };
  const text = benchTables({
    finished: report.finished,
    seconds: 240,
    prices: { asOf: '2024-11' },
    endpoints: [{ ...usage, name: 'get-review' }],
    comparison: [{ ...usage, what: 'Bare SDK handler', kilobytes: 338, milliseconds: 69.4 }],
    growth: [
      { ...page, items: 100 },
      { ...page, items: 1000, readUnits: 6.5 },
    ],
  }).join('\n');

  expect(text).toContain('| get-review | 1 | 1 | 1 | 115 |  |  | $4.49 |');
  expect(text).toContain('| Bare SDK handler | 1 | 1 | 1 | 115 | 338 | 69 | $4.49 |');
  expect(text).toContain('| List | Filter | Round trips | 100 | 1,000 |');
  expect(text).toContain('| reviews | none | 1 | 6 / 2.3 | 6.5 / 2.3 |');
  expect(benchTables(undefined)).toEqual([]);
});
