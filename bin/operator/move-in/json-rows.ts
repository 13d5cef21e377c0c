import { linesOf, parsedJson } from '../../command-line/json.ts';
import { type BadRow, columnName, isBad, longestRow, type Row, type Rows } from './row.ts';

/**
 * Reads JSON Lines, an object a line. Fields of an object inside have both names: `balance_money.amount`. Throws where none of the first
 * lines is an object, which shows the columns.
 */
export async function jsonRows(text: AsyncIterable<string>): Promise<Rows> {
  const objects = objectsOf(text);
  const bad: BadRow[] = [];
  let { value: first } = await objects.next();
  while (first && isBad(first) && bad.length < badAtMost) {
    bad.push(first);
    ({ value: first } = await objects.next());
  }
  const [wrong] = bad;
  if (wrong && (!first || isBad(first))) throw new Error(`line ${wrong.line}: ${wrong.rule}`);
  const keys = first && !isBad(first) ? [...first.values.keys()] : [];
  return {
    columns: new Map(keys.map((key) => [columnName(key), key])),
    repeated: new Set(),
    rows: rowsFrom(first ? [...bad, first] : [], objects),
  };
}

/** Lines before the first object: more are a file of something else. */
const badAtMost = 100;

interface Line {
  line: number;
  values: ReadonlyMap<string, string>;
}

async function* rowsFrom(
  first: readonly (Line | BadRow)[],
  others: AsyncIterable<Line | BadRow>,
): AsyncGenerator<Row | BadRow> {
  yield* first.map(rowOf);
  for await (const other of others) yield rowOf(other);
}

const rowOf = (line: Line | BadRow): Row | BadRow =>
  isBad(line)
    ? line
    : { line: line.line, cells: new Map([...line.values].map(([key, value]) => [columnName(key), value])) };

async function* objectsOf(text: AsyncIterable<string>): AsyncGenerator<Line | BadRow, undefined> {
  let line = 0;
  for await (const content of linesOf(text, longestRow)) {
    line += 1;
    if (content.trim() !== '') yield objectOf(line, content);
  }
}

function objectOf(line: number, content: string): Line | BadRow {
  if (content.length > longestRow) return { line, column: '', rule: 'the line is longer than 4 MiB' };
  const object = parsedJson(content);
  if (!isObject(object)) return { line, column: '', rule: 'the line must be a JSON object' };
  const values = new Map(fieldsOf(object));
  const [unsafe] = [...values].find(([, value]) => value === undefined) ?? [];
  if (unsafe !== undefined) return { line, column: unsafe, rule: 'a number of more than 15 digits must be a string' };
  return { line, values: values as ReadonlyMap<string, string> };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
