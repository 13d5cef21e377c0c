import { csvRows } from './csv-rows.ts';
import { jsonRows } from './json-rows.ts';
import { longestRow, type Rows } from './row.ts';
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
