import type { Invoke, Target } from './invoke.ts';

/** What a command has to say on stdout, and whether all is well: where not, the exit code is 1. */
export interface Report {
  /** As `--json` prints it. */
  result: object;
  text: string;
  ok: boolean;
}

/** What a command works with. */
export interface Surroundings {
  target: Target;
  invoke: Invoke;
  /** Shows how far the command is. */
  show(text: string): void;
}

/** One line for each field. */
export function asLines(result: object): string {
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  return Object.entries(result)
    .map(([name, value]) => `${name.padEnd(width)}  ${asText(value)}`)
    .join('\n');
}

/** Rows in columns under their names. */
export function asTable<Row extends object>(columns: readonly (keyof Row & string)[], rows: readonly Row[]): string {
  const cells = [[...columns], ...rows.map((row) => columns.map((column) => asText(row[column])))];
  const widths = columns.map((_, place) => Math.max(...cells.map((row) => row[place]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, place) => cell.padEnd(widths[place] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
