/** Lists as files that spreadsheets open. */

type Cell = string | number | null | undefined;

/** What a spreadsheet takes for a formula begins with one of these. */
const formula = /^[=+\-@\t\r]/;

/** A cell as text: a formula is escaped by an apostrophe, since people who buy cards write what the cells hold. */
function cellOf(value: Cell): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /["\n\r,]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV (RFC 4180). */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
