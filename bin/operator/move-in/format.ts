/** What a format is: a table of the fields of a record, each with the columns that it is read from. */
import type { Kind } from './records.ts';
import type { DateOrder } from './values/dates.ts';

/** Another system's ids, handles, names or mail addresses, and what they are here. */
export type Lookup = (theirs: string) => string | undefined;

/** What is known beside the file. */
export interface Given {
  /** The store's currency (ISO 4217): cards of another are refused. */
  currency: string;
  /** Whether amounts of our own formats are decimals, not in the smallest unit. */
  decimal: boolean;
  dates: DateOrder;
  products: Lookup;
  customers: Lookup;
  countries: Lookup;
  /** Milliseconds since 1970. */
  now: number;
  /** When the other system wrote the file, as a timestamp, where its rows do not tell. */
  exportedAt?: string | undefined;
}

/** A field of a record. */
export interface Field {
  /** Names of columns, the best first. */
  from: readonly string[];
  /** Whether a file without any of the columns cannot be imported. */
  isRequired?: true;
  isDate?: true;
  /** The field's value, or undefined where it has none. `texts` are the cells of its columns; undefined are empty ones. Throws a Refusal. */
  read(texts: readonly (string | undefined)[], given: Given): unknown;
}

export type Fields = Readonly<Record<string, Field>>;

/** A record that a row may hold. */
interface RecordOfRow {
  fields: Fields;
  /** The row holds the record where one of these columns holds something; without them, always. */
  where?: readonly string[];
}

export interface Format {
  /** As `--as` takes it. */
  name: string;
  /** Where its columns were seen: a page, or words on what was seen. */
  source: string;
  kind: Kind;
  /** Names of columns that identify it: a header of this format has all of one of the sets. */
  marks: readonly (readonly string[])[];
  /** Whether its columns are the fields of the record, and no others may be there. */
  isOurs?: true;
  records: readonly RecordOfRow[];
}
