/** Tables of every command: on a terminal, and in Markdown. */

export type Cell = string | number | undefined;

export interface Table {
  /** No head if omitted. */
  columns?: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** All columns but the first hold figures, aligned right. */
  figures?: boolean;
}

/** A number with its thousands apart and one decimal at most; nothing for what was not measured. */
export const cellText = (cell: Cell): string =>
  typeof cell === 'number' ? cell.toLocaleString('en-US', { maximumFractionDigits: 1 }) : (cell ?? '');

/** Lines for a terminal, each column as wide as its widest cell, two spaces between columns. */
export function textTable({ columns, rows, figures = false }: Table, indent = 0): string {
  const lines = [...(columns ? [columns] : []), ...rows.map((row) => row.map(cellText))];
  const widths: number[] = [];
  for (const line of lines) {
    for (const [place, cell] of line.entries()) widths[place] = Math.max(widths[place] ?? 0, cell.length);
  }
  const aligned = (cell: string, place: number): string =>
    figures && place > 0 ? cell.padStart(widths[place] ?? 0) : cell.padEnd(widths[place] ?? 0);
  return lines.map((line) => `${' '.repeat(indent)}${line.map(aligned).join('  ')}`.trimEnd()).join('\n');
}

/** The table in Markdown, which always has a head, if an empty one. */
export function markdownTable({ columns, rows, figures = false }: Table): string {
  const head = columns ?? (rows[0] ?? []).map(() => '');
  const rule = head.map((_, place) => (figures && place > 0 ? '---:' : '---'));
  return [head, rule, ...rows.map((row) => row.map(cellText))].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
