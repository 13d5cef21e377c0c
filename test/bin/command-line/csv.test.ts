/** CSV writing and reading: any cell reads back the same elsewhere, and no spreadsheet takes it for a formula. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { csvLines, readCsv } from '../../../bin/command-line/csv.ts';
import { unescapeFormulas } from '../../../lib/runtime/formulas.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const file = join(temporaryFolder(), 'cells.csv');

async function readBack(text: string) {
  writeFileSync(file, text);
  const records: { line: number; cells: string[] }[] = [];
  for await (const record of readCsv(file)) records.push(record);
  return records;
}

/** As another program reads it. */
const parsed = (text: string): string[][] => Papa.parse<string[]>(text.trimEnd(), { delimiter: ',' }).data;

const invisible = [
  '\ufeff',
  '\u200b',
  '\u200d',
  '\u00ad',
  '\u00a0',
  '\u3000',
  '\u2060',
  '\u034f',
  '\u115f',
  '\u2800',
  '\u0000',
  '\u{e0020}',
];
const lineEnds = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−'];

const character = fc.oneof(
  fc.constantFrom(...invisible, ...lineEnds, ...signs, ' ', '\t', '"', "'", ',', ';', "''", '=1+1', 'a'),
  // UTF-8 has no halves of a pair.
  fc.string({ unit: 'binary', maxLength: 3 }).filter((text) => text.isWellFormed()),
);
const cell = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(''));
// Some programs read a row of only empty cells as an empty line.
const rows = fc.array(fc.tuple(cell, cell, fc.integer(), fc.constant('end')), { minLength: 1, maxLength: 5 });

const runs = { numRuns: 3000 };

test('another parser reads the cells that were written, but for the apostrophes of escapes', () => {
  fc.assert(
    fc.property(rows, (written) => {
      const read = parsed(csvLines(written)).map((cells) => cells.map(unescapeFormulas));
      expect(read).toEqual(written.map((cells) => cells.map(String)));
    }),
    runs,
  );
});

test('the own reader reads exactly the cells that were written, and the lines on which they begin', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (written) => {
      const text = csvLines(written);
      const read = await readBack(text);
      expect(read.map(({ cells }) => cells)).toEqual(written.map((cells) => cells.map(String)));
      const before = written.map((_, index) => csvLines(written.slice(0, index)));
      expect(read.map(({ line }) => line)).toEqual(before.map((lines) => lines.split(/\r\n|\r|\n/).length));
    }),
    { numRuns: 500 },
  );
});

/** The first characters of everything a reader may take for a cell, without blanks and invisible characters. */
function beginnings(text: string): string[] {
  const whole = parsed(text).flat();
  const brokenAtLines = text.split(/[\n\r\v\f\u0085\u2028\u2029]/);
  const brokenAnywhere = text.split(/[\n\r\v\f\u0085\u2028\u2029,;\t]/);
  const blank = new RegExp(`^(?:[\\s"${invisible.join('')}]|\\p{Cf}|\\p{Cc})+`, 'u');
  return [...whole, ...brokenAtLines, ...brokenAnywhere].map((piece) => piece.replace(blank, '').normalize('NFKC'));
}

test('nothing that a spreadsheet may take for a cell begins as a formula, however it breaks lines and reads quotes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell)), (written) => {
      expect(beginnings(csvLines(written)).filter((begin) => /^[=+\-@−]/.test(begin))).toEqual([]);
    }),
    runs,
  );
});

describe('a text', () => {
  test.each([
    ['=1+1', "'=1+1"],
    [' =1', "' =1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\u200b@SUM(1)', "'\u200b@SUM(1)"],
    ['\t=1', "\t'=1"],
    ['＝1', "'＝1"],
    ['Hi\n=WEBSERVICE("x")', `Hi\n'=WEBSERVICE("x")`],
    ['Hi\rx;=1', "Hi\rx;'=1"],
    ["'=1", "''=1"],
    ["'tis", "'tis"],
    ['a-b = c, d@example.com', 'a-b = c, d@example.com'],
    ['Tea\n- for you', "Tea\n'- for you"],
  ])('%j is written as %j', (text, written) => {
    expect(parsed(csvLines([[text]]))).toEqual([[written]]);
  });

  test('is always in quotes, empty ones and numbers included', () => {
    expect(csvLines([['a', '', null, -5]])).toBe('"a","","","-5"\r\n');
  });
});

test('a file that someone else has written is read with any line ends, quoted or not', async () => {
  const read = await readBack('\ufeffvalue,note\r\n\r\n5,"two\r\nlines"\n6,"a\rb"\r7,\'=1\n');

  expect(read).toEqual([
    { line: 1, cells: ['value', 'note'] },
    { line: 3, cells: ['5', 'two\r\nlines'] },
    { line: 5, cells: ['6', 'a\rb'] },
    { line: 7, cells: ['7', '=1'] },
  ]);
});
