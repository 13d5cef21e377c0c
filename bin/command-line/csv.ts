/** CSV (RFC 4180) as spreadsheets write and read it. */
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';

/** A record of a file. */
interface CsvRow {
  /** The line on which it begins, from 1. */
  line: number;
  cells: string[];
}

interface Read {
  info: { lines: number };
  record: string[];
}

/**
 * The records of a file in UTF-8, its header the first of them; empty lines are none. `heard` is given the bytes of the file as
 * they pass. Throws where the file is no CSV.
 */
export async function* readCsv(file: string, heard: (bytes: Buffer) => unknown = () => {}): AsyncGenerator<CsvRow> {
  const parser = parse({ info: true, relax_column_count: true, skip_empty_lines: true });
  pipeline(Readable.from(textOf(file, heard)), parser, () => {});
  try {
    for await (const { info, record } of parser as AsyncIterable<Read>) {
      yield { line: info.lines - lineEnds(record), cells: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? new Error(`${file}: ${error.message}`) : error;
  }
}

const lineEnds = (cells: readonly string[]): number => cells.join('').split('\n').length - 1;

/** Lines end with one character: the parser would count two of them as two lines where they stand in quotes. */
async function* textOf(file: string, heard: (bytes: Buffer) => unknown): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  try {
    for await (const bytes of createReadStream(file)) {
      heard(bytes);
      const text = rest + decoder.decode(bytes, { stream: true });
      rest = text.endsWith('\r') ? '\r' : '';
      yield text.slice(0, text.length - rest.length).replaceAll('\r\n', '\n');
    }
    yield rest + decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? new Error(`${file}: not UTF-8`) : error;
  }
}

/**
 * Rows as lines of CSV, quoted where they must be. A text that a spreadsheet would take for a formula begins with an apostrophe,
 * which it takes away again; numbers stay what they are.
 */
export const csvLines = (rows: readonly (readonly (string | number | null)[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true, record_delimiter: 'windows' },
  );
