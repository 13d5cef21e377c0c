import { expect, test } from 'vitest';
import { markdownTable, textTable } from '../../../bin/command-line/table.ts';

const table = { columns: ['Endpoint', 'CPU'], rows: [['get-review', 1234.56] as const, ['hide', undefined] as const] };

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
