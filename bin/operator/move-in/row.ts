/** A row that cannot be imported. */
export interface BadRow {
  /** The line of the file on which the row begins, from 1. */
  line: number;
  /** As the header has it; empty where the row as a whole is wrong. */
  column: string;
  /** What the column must hold. Never holds a code or a person's data. */
  rule: string;
}

/** A cell that does not hold what its field needs. The message is the rule: it never holds the cell's text. */
export class Refusal extends Error {}

export interface Row {
  /** The line of the file on which the row begins, from 1. */
  line: number;
  /** By the names of their columns; empty cells may be left out. */
  cells: ReadonlyMap<string, string>;
}

export interface Rows {
  /** Columns as the header has them, by name; in JSON Lines, the keys of the first record. */
  columns: ReadonlyMap<string, string>;
  /** Names that two columns have. */
  repeated: ReadonlySet<string>;
  rows: AsyncIterable<Row | BadRow>;
}

export const isBad = (row: object): row is BadRow => 'rule' in row;

/** Characters of the longest row, several long cells included: more would be a file whose quotes are never closed. */
export const longestRow = 4 * 1024 * 1024;

/** The name of a column, whatever its case and punctuation: `Customer ID` and `customerId` are `customer_id`. */
export const columnName = (heading: string): string =>
  heading
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
