/** CSV (RFC 4180) as spreadsheets write and read it. */
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { escapeFormulas, unescapeFormulas } from '../../lib/runtime/formulas.ts';
import { EncodingError, textOf } from './text.ts';

/** A record of a file. */
export interface CsvRow {
  /** The line on which it begins, from 1. */
  line: number;
  cells: string[];
}

interface Read {
  info: { lines: number };
  record: string[];
}

/** Each line may end in another way, as different systems write them. */
const lineEnds = ['\r\n', '\n', '\r'];

/**
 * Reads the records of a file, header first; skips empty lines and removes the apostrophes that `csvLines` puts before formulas. Passes the
 * file's bytes to `heard`. Throws for a file that is not CSV, or is in an unknown encoding.
 */
export async function* readCsv(file: string, heard?: (bytes: Uint8Array) => unknown): AsyncGenerator<CsvRow> {
  try {
    yield* csvRecords(textOf(createReadStream(file), heard), { skip_empty_lines: true });
  } catch (error) {
    const isOfContent = error instanceof CsvError || error instanceof EncodingError;
    throw isOfContent ? new Error(`${file}: ${error.message}`) : error;
  }
}

/** Reads records of text, by further options of the parser. Throws a `CsvError` for text that is not CSV. */
export async function* csvRecords(text: AsyncIterable<string>, options: Options): AsyncGenerator<CsvRow> {
  const parser = parse({ info: true, record_delimiter: lineEnds, relax_column_count: true, ...options });
  pipeline(Readable.from(text), parser, () => {});
  // In quotes the parser counts two characters that end one line as two lines.
  let surplus = 0;
  for await (const { info, record } of parser as AsyncIterable<Read>) {
    yield { line: info.lines - surplus - countOf(/[\r\n]/g, record), cells: record.map(unescapeFormulas) };
    surplus += countOf(/\r\n/g, record);
  }
}

const countOf = (pattern: RegExp, cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + (cell.match(pattern)?.length ?? 0), 0);

/** A cell; `number` is a number with its decimals, such as `-0.20`. */
export type CsvCell = string | number | { number: string } | null;

function cellText(cell: CsvCell): string | number {
  if (typeof cell === 'string') return escapeFormulas(cell);
  return typeof cell === 'object' ? (cell?.number ?? '') : cell;
}

/**
 * Rows as CSV lines. Every cell is quoted, null is an empty cell, and `escapeFormulas` guards texts that a spreadsheet may take for a
 * formula.
 */
export const csvLines = (rows: readonly (readonly CsvCell[])[]): string =>
  stringify(
    rows.map((row) => row.map(cellText)),
    { quoted: true, quoted_empty: true, record_delimiter: 'windows' },
  );
