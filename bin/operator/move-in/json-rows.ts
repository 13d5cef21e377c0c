import { parsedJson } from '../../command-line/json.ts';
import { type BadRow, columnName, longestRow, type Row, type Rows } from './row.ts';

/** Reads JSON Lines, an object a line. Fields of an object inside have both names: `balance_money.amount`. Throws where the first is none. */
export async function jsonRows(text: AsyncIterable<string>): Promise<Rows> {
  const objects = objectsOf(text);
  const { value: first } = await objects.next();
  if (first && 'rule' in first) throw new Error(`line ${first.line}: ${first.rule}`);
  const keys = first ? [...first.values.keys()] : [];
  return {
    columns: new Map(keys.map((key) => [columnName(key), key])),
    repeated: new Set(),
    rows: rowsFrom(first, objects),
  };
}

interface Line {
  line: number;
  values: ReadonlyMap<string, string>;
}

async function* rowsFrom(first: Line | undefined, others: AsyncIterable<Line | BadRow>): AsyncGenerator<Row | BadRow> {
  if (first) yield rowOf(first);
  for await (const other of others) yield rowOf(other);
}

const rowOf = (line: Line | BadRow): Row | BadRow =>
  'values' in line
    ? { line: line.line, cells: new Map([...line.values].map(([key, value]) => [columnName(key), value])) }
    : line;

async function* objectsOf(text: AsyncIterable<string>): AsyncGenerator<Line | BadRow, undefined> {
  let line = 0;
  for await (const content of linesOf(text)) {
    line += 1;
    if (content.trim() !== '') yield objectOf(line, content);
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestRow) throw new Error('a line is longer than 1 MiB');
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function objectOf(line: number, content: string): Line | BadRow {
  const object = parsedJson(content);
  if (!isObject(object)) return { line, column: '', rule: 'the line must be a JSON object' };
  const values = new Map(fieldsOf(object));
  const [unsafe] = [...values].find(([, value]) => value === undefined) ?? [];
  if (unsafe !== undefined) return { line, column: unsafe, rule: 'a number of more than 15 digits must be a string' };
  return { line, values: values as ReadonlyMap<string, string> };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts by their names; undefined for a number that has lost digits. Lists and nulls are left out. */
const fieldsOf = (object: object, within = ''): [string, string | undefined][] =>
  Object.entries(object).flatMap(([key, value]): [string, string | undefined][] => {
    const name = `${within}${key}`;
    if (isObject(value)) return fieldsOf(value, `${name}.`);
    if (value === null || Array.isArray(value)) return [];
    const isUnsafe = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
    return [[name, isUnsafe ? undefined : String(value)]];
  });
