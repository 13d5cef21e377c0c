import { decimalOf } from '../../lib/schema/money.ts';
import { plainLine } from '../../lib/schema/text.ts';
import { isObject } from '../../lib/schema/values.ts';
import { type Table, textTable } from '../command-line/table.ts';
import type { OperatorOf, Target } from './invoke.ts';

/** The output of a command on stdout, and whether all is well: if not, the exit code is 1. */
export interface Outcome {
  /** As `--json` prints it. */
  result: object;
  /** Undefined if what there is to say has been written already. */
  text?: string;
  ok: boolean;
}

/** The tools of a command. */
export interface Session {
  target: Target;
  operator: OperatorOf;
  /** Whether the output is for a program. */
  json: boolean;
  /** Shows how far the command is. */
  show(text: string): void;
}

/** The outcome of a call that has succeeded. */
export const reported = (result: object): Outcome => ({ result, text: asLines(result), ok: true });

/** One line for each field. */
export const asLines = (result: object): string =>
  textTable({ rows: Object.entries(result).map(([name, value]) => [name, asText(value)]) });

/** Rows in columns under their names; `none` if there are no rows. */
export function asTable<Row extends object>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
  none = 'None',
): string {
  if (rows.length === 0) return none;
  const table: Table = { columns, rows: rows.map((row) => columns.map((column) => asText(row[column] ?? ''))) };
  return textTable(table);
}

/** `USD 155.00` for 15500. */
export const asMoney = (amount: number, currency: string): string => `${currency} ${decimalOf(amount, currency)}`;

/** Nothing that someone has named commands the terminal. */
const asText = (value: unknown): string => plainLine(valueText(value), '\ufffd');

/** `600`, `US, CA` for a list, and `requests 600, window_seconds 60` for an object. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'none';
  if (!isObject(value)) return String(value ?? 'none');
  return Object.entries(value)
    .map(([name, each]) => `${name} ${valueText(each)}`)
    .join(', ');
}

/** `1 card`, `2 cards`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
