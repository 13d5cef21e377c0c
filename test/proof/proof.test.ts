import { expect, test } from 'vitest';
import { benchTable } from '../../bin/proof/bench-table.ts';
import { reportSection, withProof } from '../../bin/proof/section.ts';

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

test('the bench is a row for each endpoint, and nothing where it was not run', () => {
  const endpoint = { name: 'get-review', roundTrips: 1, readUnits: 1, writeUnits: 1, cpu: 115.2, cost: 4.486 };
  const [table] = benchTable({ prices: { asOf: '2024-11' }, endpoints: [endpoint] });

  expect(table).toContain('| get-review | 1 | 1 | 1 | 115 |  |  | $4.49 |');
  expect(benchTable(undefined)).toEqual([]);
});
