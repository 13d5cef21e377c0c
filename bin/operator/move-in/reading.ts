/** From rows to records. */
import { debuglog } from 'node:util';
import type { Field, Fields, Format, Given } from './format.ts';
import { type Kind, type MoveInRecord, records } from './records.ts';
import { type BadRow, isBad, Refusal, type Row, type Rows } from './row.ts';

/** What a row has come to: its records, one for most rows, and what is wrong with those that cannot be imported. */
export interface ReadRow {
  line: number;
  records: readonly MoveInRecord[];
  bad: readonly BadRow[];
}

/** Reads the records of each row. A row that holds none, as a customer without an address, comes without any. */
export async function* readRows({ columns, rows }: Rows, format: Format, given: Given): AsyncGenerator<ReadRow> {
  for await (const row of rows) {
    if (isBad(row)) {
      yield { line: row.line, records: [], bad: [row] };
      continue;
    }
    const read = format.records
      .filter(({ where }) => !where || where.some((name) => textOf(row, name) !== undefined))
      .map(({ fields }) => recordOf({ row, columns, given }, fields, format.kind));
    yield { line: row.line, records: read.filter(isRecord), bad: read.filter(isBad) };
  }
}

const isRecord = (read: MoveInRecord | BadRow): read is MoveInRecord => !('rule' in read);

interface Read {
  row: Row;
  columns: Rows['columns'];
  given: Given;
}

function recordOf(read: Read, fields: Fields, kind: Kind): MoveInRecord | BadRow {
  const outcomes = Object.entries(fields).map(([name, field]) => [name, fieldValue(read, field)] as const);
  for (const [name, outcome] of outcomes) {
    if (outcome instanceof Refusal) return badRow(read, fields[name], outcome.message);
  }
  const { data, error } = records[kind].safeParse(
    Object.fromEntries(outcomes.filter(([, outcome]) => outcome !== undefined)),
  );
  const [issue] = error?.issues ?? [];
  return issue ? badRow(read, fields[String(issue.path[0])], issue.message) : (data as MoveInRecord);
}

/** `NODE_DEBUG=move-in` shows the cause of a row that could not be read. */
const debug = debuglog('move-in');

/** No cell stops an import, whatever it holds. */
function fieldValue({ row, given }: Read, { from, read }: Field): unknown {
  try {
    return read(
      from.map((column) => textOf(row, column)),
      given,
    );
  } catch (error) {
    if (error instanceof Refusal) return error;
    debug('line %d: %o', row.line, error);
    return new Refusal('could not be read');
  }
}

/** Names the column that holds the field, or would. */
function badRow({ row, columns }: Read, field: Field | undefined, rule: string): BadRow {
  const from = field?.from ?? [];
  const name =
    from.find((each) => textOf(row, each) !== undefined) ?? from.find((each) => columns.has(each)) ?? from[0] ?? '';
  return { line: row.line, column: columns.get(name) ?? name, rule };
}

/** The trimmed text of a cell; undefined where it is empty. */
export const textOf = ({ cells }: Row, column: string): string | undefined => cells.get(column)?.trim() || undefined;
