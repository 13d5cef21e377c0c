import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { optionLine, readOptions, usageOf } from '../../../bin/command-line/options.ts';
import { markdownTable, textTable } from '../../../bin/command-line/table.ts';
import { measures } from '../../measure/measure.ts';

const options = {
  store: { type: 'string', value: 'ID', required: true, summary: 'the store' },
  runs: { type: 'number', value: 'N', default: 300, summary: 'how many' },
  only: { type: 'string', value: 'FILE', multiple: true, summary: 'only this one' },
  json: { type: 'boolean' },
} as const;

test('options have their types, and omitted ones their defaults', () => {
  expect(readOptions({ options }, ['--store', 'sto_1'])).toEqual({
    store: 'sto_1',
    runs: 300,
    only: [],
    json: false,
    files: [],
  });
  expect(
    readOptions({ options, file: '[FILE]' }, ['--store=a', '--runs', '7', '--only', 'x', '--only', 'y', '--json', 'f']),
  ).toEqual({ store: 'a', runs: 7, only: ['x', 'y'], json: true, file: 'f', files: ['f'] });
});

test.each([['--help'], ['-h'], ['--help', '--runs', 'none']])('%s %s %s asks for help', (...args) => {
  expect(readOptions({ options }, args)).toBeUndefined();
});

test.each([
  [['--runs', '1'], '--store is required'],
  [['--store', 'a', '--runs', '1.5'], '--runs must be a whole number, not 1.5'],
  [['--store', 'a', '--runs', '-1'], /'--runs' argument is ambiguous/],
  [['--store', 'a', '--colour'], /^Unknown option '--colour'/],
  [['--store', 'a', 'file'], 'Unexpected argument file'],
])('%j is refused', (args, message) => {
  expect(() => readOptions({ options }, args)).toThrow(message);
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
      '  --store ID   the store (required)',
      '  --runs N     how many (default 300)',
      '  --only FILE  only this one; can be given several times',
      '  --json',
      '  --help       show this',
      '',
      'More.',
    ].join('\n'),
  );
  expect(optionLine(options)).toBe('--store ID [--runs N] [--only FILE] [--json]');
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
