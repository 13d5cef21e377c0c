/**
 * Reads the rows of a file of another system: CSV with commas, semicolons or tabs, or JSON Lines. Rows come one after the other, so what is
 * in memory does not grow with the file.
 */
import { CsvError } from 'csv-parse';
import { isObject } from '../../../lib/schema/values.ts';
import { type CsvRow, csvRecords } from '../../command-line/csv.ts';
import { linesOf, parsedJson, textOf } from '../../command-line/text.ts';

export interface Row {
  /** The line of the file on which the row begins, from 1. */
  line: number;
  /** By the names of their columns; empty cells may be missing. */
  cells: ReadonlyMap<string, string>;
}

/** A row that cannot be imported. */
export interface BadRow {
  /** The line of the file on which the row begins, from 1. */
  line: number;
  /** As the header has it; empty where the row as a whole is wrong. */
  column: string;
  /** What the column must hold. Never holds a code or a person's data. */
  rule: string;
}

export const isBad = (row: object): row is BadRow => 'rule' in row;

export interface Rows {
  /** Columns as the header has them, by name; in JSON Lines, the keys of the first record. */
  columns: ReadonlyMap<string, string>;
  /** Names that two columns have. */
  repeated: ReadonlySet<string>;
  rows: AsyncIterable<Row | BadRow>;
}

/** Characters of CSV, or bytes of JSON, of the longest row, several long cells included: more would be a file with unclosed quotes. */
const longestRow = 4 * 1024 * 1024;

/** The name of a column, in any case and punctuation: `Customer ID` and `customerId` are `customer_id`. */
const columnName = (heading: string): string =>
  heading
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');

/**
 * Reads the rows of a file. Skips empty rows; a row with more or fewer cells than the header is a bad row. Throws if the file has no
 * header, is not UTF-8, is a JSON array, or has a row of CSV of more than 4 MiB.
 */
export async function rowsOf(file: AsyncIterable<Uint8Array>): Promise<Rows> {
  const text = textOf(file);
  const start = await startOf(text);
  if (/^\s*\[\s*(?:[[{"\]]|$)/.test(start))
    throw new Error('the file is a JSON array: write each object on its own line');
  const whole = wholeOf(start, text);
  return start.trimStart().startsWith('{') ? jsonRows(whole) : csvRows(whole, start);
}

/** The text up to the end of the first line that holds something, or more. */
async function startOf(text: AsyncGenerator<string>): Promise<string> {
  let [start, hasStarted] = ['', false];
  while (start.length < longestRow) {
    const { value, done } = await text.next();
    if (done) break;
    start += value;
    // Each piece is looked at once: a first line may be as long as a row.
    const line = hasStarted ? value : value.trimStart();
    hasStarted ||= line !== '';
    if (/[\r\n]/.test(line)) break;
  }
  return start;
}

async function* wholeOf(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}

/** A table of CSV: what its header has, and the rows below. Undefined without a header. */
export async function tableOf(
  records: AsyncGenerator<CsvRow>,
): Promise<{ headings: string[]; rows: AsyncIterable<CsvRow> } | undefined> {
  const { done, value } = await records.next();
  return done ? undefined : { headings: value.cells.map((heading) => heading.trim()), rows: records };
}

/** Reads CSV. `start` holds the header line, which shows the separator. Throws without a header. */
async function csvRows(text: AsyncIterable<string>, start: string): Promise<Rows> {
  const table = await tableOf(recordsOf(text, separatorOf(start)));
  if (!table) throw new Error('the file is empty: its first row must be a header');
  const names = table.headings.map(columnName);
  return {
    columns: new Map(table.headings.map((heading) => [columnName(heading), heading])),
    repeated: repeatedIn(names),
    rows: rowsBelow(names, table.rows),
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
    // Some rows before the error may not have come yet, so only the error has their number.
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

/**
 * Reads JSON Lines, an object a line. Fields of an object inside have both names: `balance_money.amount`. Throws if none of the first
 * lines is an object, which shows the columns.
 */
async function jsonRows(text: AsyncIterable<string>): Promise<Rows> {
  const objects = objectsOf(text);
  const bad: BadRow[] = [];
  let { value: first } = await objects.next();
  while (first && isBad(first) && bad.length < badAtMost) {
    bad.push(first);
    ({ value: first } = await objects.next());
  }
  const [wrong] = bad;
  if (wrong && (!first || isBad(first))) throw new Error(`line ${wrong.line}: ${wrong.rule}`);
  const keys = first && !isBad(first) ? [...first.cells.keys()] : [];
  return {
    columns: new Map(keys.map((key) => [columnName(key), key])),
    repeated: new Set(),
    rows: rowsFrom(first ? [...bad, first] : [], objects),
  };
}

/** Lines before the first object: more are a file of something else. */
const badAtMost = 100;

async function* rowsFrom(
  first: readonly (Row | BadRow)[],
  others: AsyncIterable<Row | BadRow>,
): AsyncGenerator<Row | BadRow> {
  yield* first.map(withNames);
  for await (const other of others) yield withNames(other);
}

const withNames = (row: Row | BadRow): Row | BadRow =>
  isBad(row) ? row : { ...row, cells: new Map([...row.cells].map(([key, value]) => [columnName(key), value])) };

/** Each object by its own keys. */
async function* objectsOf(text: AsyncIterable<string>): AsyncGenerator<Row | BadRow, undefined> {
  for await (const { number, bytes, isWhole } of linesOf(bytesOf(text), longestRow)) {
    const content = bytes.toString();
    if (!isWhole) yield { line: number, column: '', rule: 'the line is longer than 4 MiB' };
    else if (content.trim() !== '') yield objectOf(number, content);
  }
}

async function* bytesOf(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) yield Buffer.from(piece);
}

function objectOf(line: number, content: string): Row | BadRow {
  const object = parsedJson(content);
  if (!isObject(object)) return { line, column: '', rule: 'the line must be a JSON object' };
  const cells = new Map(fieldsOf(object));
  const [unsafe] = [...cells].find(([, value]) => value === undefined) ?? [];
  if (unsafe !== undefined) return { line, column: unsafe, rule: 'a number of more than 15 digits must be a string' };
  return { line, cells: cells as ReadonlyMap<string, string> };
}

/** Objects within objects that an export has at most: what is deeper is no column. */
const deepest = 10;

/** Texts by their names; undefined for a number that has lost digits. Lists, nulls and what is too deep are ignored. */
const fieldsOf = (object: object, within = '', depth = 0): [string, string | undefined][] =>
  Object.entries(object).flatMap(([key, value]): [string, string | undefined][] => {
    const name = `${within}${key}`;
    if (isObject(value)) return depth < deepest ? fieldsOf(value, `${name}.`, depth + 1) : [];
    if (value === null || Array.isArray(value)) return [];
    const isUnsafe = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
    return [[name, isUnsafe ? undefined : String(value)]];
  });
