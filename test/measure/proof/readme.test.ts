import { expect, test } from 'vitest';
import { partNames, reportPart, withParts } from './readme.ts';

const report = {
  name: 'faults',
  command: 'npm run measure -- faults --seed 1 --runs 2000',
  finished: '2026-11-21T06:00:00Z',
  seconds: 201.4,
  passed: true,
  figures: { runs: 2000, violations: 0, areas: 'reviews, waitlist' },
};

const text = '# Title\n\n<!-- a:begin -->\nold\n<!-- a:end -->\n\n<!-- b:begin --><!-- b:end -->\n\nThe end\n';

test('only the text between the marks of a part is replaced', () => {
  const once = withParts(text, { a: 'new' });

  expect(once).toBe(
    '# Title\n\n<!-- a:begin -->\n\nnew\n\n<!-- a:end -->\n\n<!-- b:begin --><!-- b:end -->\n\nThe end\n',
  );
  expect(withParts(once, { a: 'new' })).toBe(once);
  expect(partNames(text)).toEqual(['a', 'b']);
});

test('a text without the marks of a part is refused', () => {
  expect(() => withParts(text, { c: 'new' })).toThrow('c:begin');
  expect(() => withParts('<!-- a:end --><!-- a:begin -->', { a: 'new' })).toThrow('a:begin');
});

test('a report says how it was made and shows its figures', () => {
  expect(reportPart(report)).toBe(
    [
      '**faults**: `npm run measure -- faults --seed 1 --runs 2000`, passed in 201 s on 2026-11-21:',
      '',
      '|  |  |',
      '| --- | ---: |',
      '| runs | 2,000 |',
      '| violations | 0 |',
      '| areas | reviews, waitlist |',
    ].join('\n'),
  );
  expect(reportPart({ ...report, passed: false })).toContain('**failed**');
});

test('a report shows its tables, with empty cells for missing measures', () => {
  const tables = [{ title: 'Pages', columns: ['List', 'Items'], rows: [['reviews', undefined]], figures: true }];

  expect(reportPart({ ...report, figures: {}, tables })).toBe(
    [
      '**faults**: `npm run measure -- faults --seed 1 --runs 2000`, passed in 201 s on 2026-11-21:',
      '',
      'Pages:',
      '',
      '| List | Items |',
      '| --- | ---: |',
      '| reviews |  |',
    ].join('\n'),
  );
});
