import { CsvError } from 'csv-parse';
import { type CsvRow, csvRecords } from '../../command-line/csv.ts';
import { jsonRows } from './json-rows.ts';
import { type BadRow, columnName, longestRow, type Row, type Rows } from './row.ts';
import { textOf } from './text.ts';

/**
 * Reads the rows of a file, CSV with commas, semicolons or tabs, or JSON Lines, one after the other: what is in memory does not grow with
 * the file. Skips empty rows; a row with more or fewer cells than the header is a bad row. Throws where the file has no header, is not
 * UTF-8, is a JSON array, or has a row of CSV of more than 4 MiB.
 */
export async function rowsOf(source: AsyncIterable<Uint8Array>): Promise<Rows> {
  const text = textOf(source);
  const start = await startOf(text);
  if (/^\s*\[\s*(?:[[{"\]]|$)/.test(start))
    throw new Error('the file is a JSON array: write each object on a line of its own');
  const whole = wholeOf(start, text);
  return start.trimStart().startsWith('{') ? jsonRows(whole) : csvRows(whole, start);
}

/** The text up to the end of the first line that holds something, or more. */
async function startOf(text: AsyncGenerator<string>): Promise<string> {
  let [start, isBegun] = ['', false];
  while (start.length < longestRow) {
    const { value, done } = await text.next();
    if (done) break;
    start += value;
    // Each piece is looked at once: a first line may be as long as a row.
    const line = isBegun ? value : value.trimStart();
    isBegun ||= line !== '';
    if (/[\r\n]/.test(line)) break;
  }
  return start;
}

async function* wholeOf(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}

/** Reads CSV. `start` holds the header line, which tells the separator. Throws where there is no header. */
async function csvRows(text: AsyncIterable<string>, start: string): Promise<Rows> {
  const records = recordsOf(text, separatorOf(start));
  const header = await records.next();
  if (header.done) throw new Error('the file is empty: its first row must be a header');
  const headings = header.value.cells.map((heading) => heading.trim());
  const names = headings.map(columnName);
  return {
    columns: new Map(headings.map((heading) => [columnName(heading), heading])),
    repeated: repeatedIn(names),
    rows: rowsBelow(names, records),
  };
}

function repeatedIn(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}

const separators = [',', ';', '\t'] as const;

/** The separator that occurs most often in the header line, outside quotes. */
function separatorOf(start: string): string {
  const [header = ''] = start
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  const countOf = (separator: string) => header.split(separator).length;
  return separators.reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
}

/** Records that hold something, with the lines on which they begin. */
async function* recordsOf(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  // `5" vase` needs no quotes around it.
  const options = { delimiter, max_record_size: longestRow, relax_quotes: true };
  try {
    for await (const row of csvRecords(text, options)) if (row.cells.some((cell) => cell.trim() !== '')) yield row;
  } catch (error) {
    // Rows that were read before the error may not have come: it tells itself how many they are.
    const before = error instanceof CsvError && 'records' in error ? Number(error.records) : undefined;
    throw before === undefined ? error : new Error(`row ${before + 1} (the header is row 1): check its quotes`);
  }
}

async function* rowsBelow(names: readonly string[], records: AsyncIterable<CsvRow>): AsyncGenerator<Row | BadRow> {
  for await (const { line, cells } of records) {
    yield cells.length === names.length
      ? { line, cells: new Map(cells.map((cell, place) => [names[place] ?? '', cell])) }
      : { line, column: '', rule: `the row has ${cells.length} cells, the header ${names.length}` };
  }
}
