import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOptions, UsageError, usageOf } from '../../../bin/command-line/options.ts';
import { markdownTable, textTable } from '../../../bin/command-line/table.ts';
import { measures } from '../../measure/measure.ts';

const options = {
  store: { type: 'string', value: 'ID', required: true, summary: 'the store' },
  runs: { type: 'number', value: 'N', default: 300, summary: 'how many' },
  most: { type: 'number', value: 'N', default: 5, minimum: 1, summary: 'how many at most' },
  only: { type: 'string', value: 'FILE', multiple: true, summary: 'only this one' },
  until: { type: 'time', value: 'TIME', direction: 'ahead', summary: 'when it ends' },
  mode: { type: 'string', value: 'MODE', choices: ['Fast', 'Slow'], summary: 'how it runs' },
  areas: { type: 'list', value: 'AREAS', choices: ['north', 'far_south'], summary: 'where it runs' },
  json: { type: 'boolean' },
} as const;

test('options have their types, and omitted ones their defaults', () => {
  expect(readOptions({ options }, ['--store', 'sto_1'])).toEqual({
    store: 'sto_1',
    runs: 300,
    most: 5,
    only: [],
    json: false,
    files: [],
  });
  expect(readOptions({ options }, ['--store', 'a', '--mode', 'fast', '--until', '2027-01-31'])).toMatchObject({
    mode: 'Fast',
    until: '2027-01-31T00:00:00Z',
  });
  expect(readOptions({ options }, ['--store', 'a', '--areas', 'Far-South, north,north'])).toMatchObject({
    areas: ['far_south', 'north'],
  });
  expect(
    readOptions({ options, file: '[FILE]' }, ['--store=a', '--runs', '7', '--only', 'x', '--only', 'y', '--json', 'f']),
  ).toEqual({ store: 'a', runs: 7, most: 5, only: ['x', 'y'], json: true, file: 'f', files: ['f'] });
});

test.each([['--help'], ['-h'], ['--help', '--runs', 'none']])('%s %s %s asks for help', (...args) => {
  expect(readOptions({ options }, args)).toBeUndefined();
});

test.each([
  [['--runs', '1'], '--store is required'],
  [['--store', 'a', '--runs', '1.5'], '--runs must be a whole number, not 1.5'],
  [['--store', 'a', '--most', '0'], '--most must be a whole number from 1, not 0'],
  [['--store', 'a', '--runs', '-1'], '--runs must be a whole number, not -1'],
  [
    ['--store', 'a', '--colour', 'red'],
    'Unknown option --colour: the options are --store, --runs, --most, --only, --until, --mode, --areas, and --json',
  ],
  [['--stroe', 'a'], 'Unknown option --stroe: did you mean --store?'],
  [['-store', 'a'], 'Unknown option -store: did you mean --store?'],
  [['--store', '--runs', '1'], '--store requires a value: --store ID'],
  [['--store='], '--store requires a value: --store ID'],
  [['--store', 'a', '--json=yes'], '--json takes no value'],
  [['--store', 'a', 'file'], 'Unexpected argument file after a: quote a value that has spaces'],
  [['--store', 'a', 'TEAPTTEA'], 'Unexpected argument after a: quote a value that has spaces'],
  [
    ['--store', 'a', '--areas', 'north,east'],
    '--areas must be one or more of north, far_south, separated by commas, not north,east',
  ],
  [['--store', 'a', 'runs'], 'Unexpected argument runs: use --runs'],
  [['--store', 'a', '--mode', 'medium'], '--mode must be Fast or Slow, not medium'],
  [
    ['--store', 'a', '--until', 'soon'],
    '--until must be a time such as 2027-01-31, 2027-01-31T09:00:00Z, tomorrow, or 90d, 12h or 30m from now, not soon',
  ],
])('%j is refused', (args, message) => {
  expect(() => readOptions({ options }, args)).toThrow(new UsageError(message));
});

test('one message contains everything that is wrong', () => {
  const twoRequired = { ...options, name: { type: 'string', value: 'NAME', required: true } } as const;

  expect(() => readOptions({ options: twoRequired, file: 'FILE' }, ['--runs', 'x'])).toThrow(
    new UsageError('--store, --name, and FILE are required. --runs must be a whole number, not x'),
  );
});

test('a file is required where it is not in brackets', () => {
  const line = { options: {}, file: 'FILE' };

  expect(() => readOptions(line, [])).toThrow('FILE is required');
  expect(() => readOptions(line, ['a', 'b'])).toThrow('Unexpected argument b');
  expect(readOptions(line, ['a'])).toEqual({ file: 'a', files: ['a'] });
  expect(readOptions({ options: {}, file: 'FILE…' }, ['a', 'b'])).toEqual({ file: 'a', files: ['a', 'b'] });
});

test('the usage shows every option', () => {
  expect(usageOf({ command: 'npm run try', summary: 'Tries.', options, file: 'FILE', notes: 'More.' })).toBe(
    [
      'Usage: npm run try -- FILE [options]',
      '',
      'Tries.',
      '',
      '  --store ID     the store (required)',
      '  --runs N       how many (default 300)',
      '  --most N       how many at most (default 5)',
      '  --only FILE    only this one; can be given several times',
      '  --until TIME   when it ends',
      '  --mode MODE    how it runs: Fast or Slow',
      '  --areas AREAS  where it runs: north or far_south',
      '  --json',
      '  --help, -h     show this',
      '',
      'More.',
    ].join('\n'),
  );
});

describe('the measures', () => {
  test.each(Object.entries(measures))('%s runs a command that is named after it', (name, file) => {
    expect(basename(file)).toBe(`${name.split(':').at(-1)}.command.ts`);
    expect(existsSync(join('test', file))).toBe(true);
  });

  test('there are at most 14 scripts', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(14);
  });
});

describe('a table', () => {
  const table = {
    columns: ['Endpoint', 'CPU'],
    rows: [['get-review', 1234.56] as const, ['hide', undefined] as const],
  };

  test('columns are as wide as their widest cell, and no line ends with spaces', () => {
    expect(textTable(table, 2)).toBe('  Endpoint    CPU\n  get-review  1,234.6\n  hide');
  });

  test('figures stand to the right', () => {
    expect(textTable({ ...table, figures: true })).toBe('Endpoint        CPU\nget-review  1,234.6\nhide');
    expect(markdownTable({ ...table, figures: true })).toBe(
      '| Endpoint | CPU |\n| --- | ---: |\n| get-review | 1,234.6 |\n| hide |  |',
    );
  });

  test('a table without columns has no head on a terminal, and an empty one in Markdown', () => {
    const { rows } = table;

    expect(textTable({ rows })).toBe('get-review  1,234.6\nhide');
    expect(markdownTable({ rows })).toBe('|  |  |\n| --- | --- |\n| get-review | 1,234.6 |\n| hide |  |');
  });
});
