/** A format: the fields of a record, and how each is read from its columns. The columns are given best first. */
import type { AddressSettings } from '../../../lib/resources/customer-addresses/rules.ts';
import { isCountry } from '../../../lib/schema/countries.ts';
import { isPublicId, resources } from '../../../lib/schema/ids.ts';
import type { Kind } from './records.ts';
import { amountOf, codeOf, type DateOrder, dateOf, endOf, plainText, Refusal, smallestUnitsOf } from './values.ts';

/** Another system's ids, handles, names or email addresses, and what they are here. */
export type Lookup = (theirs: string) => string | undefined;

/** Facts from outside of the file. */
export interface Given {
  /** The store's currency (ISO 4217): amounts in another are refused. */
  currency: string;
  /** Whether amounts of our own formats are decimals, not in the smallest unit. */
  decimal: boolean;
  dates: DateOrder;
  products: Lookup;
  customers: Lookup;
  countries: Lookup;
  /** The settings of the store that its addresses follow. */
  addresses: AddressSettings;
  /** Milliseconds since 1970. */
  now: number;
  /** When the other system wrote the file, as a timestamp, if its rows do not say. */
  exportedAt?: string | undefined;
}

/** A field of a record. */
export interface Field {
  /** Names of columns, the best first. */
  from: readonly string[];
  /** Whether a file without any of the columns cannot be imported. */
  isRequired?: true;
  isDate?: true;
  /** The field's value, or undefined if it has none. `texts` are the cells of its columns; undefined are empty ones. Throws a Refusal. */
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

/** Reads the first of the columns that holds something. */
export const cell = <T>(from: readonly string[], read: (text: string, given: Given) => T): Field => ({
  from,
  read: (texts, given) => {
    const found = first(texts);
    return found === undefined ? undefined : read(found, given);
  },
});

/** A field without which nothing of the file can be imported. */
export const required = (field: Field): Field => ({ ...field, isRequired: true });

export const text = (...from: string[]): Field => cell(from, (found) => found);

/** A text that spreadsheets would change, such as a postal code: other systems put an apostrophe before it. */
export const token = (...from: string[]): Field => cell(from, withoutApostrophe);

const withoutApostrophe = (found: string): string => found.replace(/^'/, '').trim();

/** A text that may hold HTML. */
export const html = (...from: string[]): Field => cell(from, plainText);

export const code = (...from: string[]): Field => required(cell(from, codeOf));

/** An amount in the store's currency, as a decimal. */
export const decimal = (...from: string[]): Field => cell(from, (found, { currency }) => amountOf(found, currency));

/** An amount in the smallest unit of the store's currency. */
export const smallestUnits = (...from: string[]): Field => cell(from, smallestUnitsOf);

/** An amount of our own formats: in the smallest unit, or with `--decimal` as people write it. */
export const ownAmount = (column: string): Field =>
  cell([column], (found, given) => (given.decimal ? amountOf(found, given.currency) : smallestUnitsOf(found)));

/** The store's currency, in any case; that of the file if it has a column. */
export const currency = (...from: string[]): Field => ({
  from,
  read: ([found], given) => {
    if (found && found.toUpperCase() !== given.currency) throw new Refusal(`must be ${given.currency}, as the store's`);
    return given.currency;
  },
});

/** A time in the past. */
export const past = (...from: string[]): Field => ({
  ...cell(from, (found, { dates, now }) => {
    const timestamp = dateOf(found, dates);
    if (Date.parse(timestamp) > now) throw new Refusal('must be in the past');
    return timestamp;
  }),
  isDate: true,
});

/** When an account expires: a date without a time includes its day. */
export const expiry = (...from: string[]): Field => ({
  // WooCommerce writes 0 for none.
  ...cell(from, (found, { dates }) => (found === '0' ? undefined : endOf(found, dates))),
  isDate: true,
});

const answers = new Map([
  ...['true', 'yes', '1', 'on'].map((word) => [word, true] as const),
  ...['false', 'no', '0', 'off'].map((word) => [word, false] as const),
]);

export const yesOrNo = (...from: string[]): Field =>
  cell(from, (found) => {
    const answer = answers.get(found.toLowerCase());
    if (answer === undefined) throw new Refusal('must be true or false');
    return answer;
  });

/** Whether a column holds one of these words, in any case. */
export const oneOf = (accepted: readonly string[], ...from: string[]): Field =>
  cell(from, (found) => accepted.includes(found.toLowerCase()));

/** A whole number, such as a rating of `5` or `5.0`. */
export const wholeNumber = (...from: string[]): Field =>
  cell(from, (found) => {
    const [, number] = /^(\d{1,9})(?:[.,]0+)?$/.exec(found) ?? [];
    if (number === undefined) throw new Refusal('must be a whole number');
    return Number(number);
  });

/** Hides a review that the other system did not show, by the words with which it says so. */
export const hiddenUnless = (shown: readonly string[], system: string, ...from: string[]) => ({
  hidden_reason: cell(from, (found) => reasonOf(found.toLowerCase(), shown)),
  hidden_note: cell(from, (found) =>
    reasonOf(found.toLowerCase(), shown) === 'other' ? `Not shown at ${system}` : undefined,
  ),
});

function reasonOf(status: string, shown: readonly string[]): 'spam' | 'other' | undefined {
  if (shown.includes(status)) return undefined;
  return status === 'spam' ? 'spam' : 'other';
}

/** A product of this store: what `--products` maps one of the cells to, or an id of ours. */
export const product = (...from: string[]): Field => mapped('product', ({ products }) => products, from);

/** A customer of this store: what `--customers` maps one of the cells to, or an id of ours. */
export const customer = (...from: string[]): Field => mapped('customer', ({ customers }) => customers, from);

/** A customer by the better columns. The others, such as a name that two people may have, count only in rows without a value in the better ones. */
export const customerBy = (better: readonly string[], others: readonly string[]): Field => ({
  ...customer(...better, ...others),
  read: (texts, given) => {
    const best = texts.slice(0, better.length);
    return customer().read(held(best).length > 0 ? best : texts, given);
  },
});

const mapped = (resource: 'product' | 'customer', mapOf: (given: Given) => Lookup, from: readonly string[]): Field =>
  required({
    from,
    read: (texts, given) => {
      const theirs = held(texts);
      if (theirs.length === 0) return undefined;
      const ours = first(theirs.map(mapOf(given))) ?? theirs.find((found) => isPublicId(resource, found));
      if (ours !== undefined) return ours;
      throw new Refusal(`must be in the file of --${resource}s, or an id ${resources[resource].prefix}_…`);
    },
  });

/**
 * The `country_id` of a country: the number that `--countries` maps one of the cells to, or the number in a cell. Undefined for an ISO code that
 * is not mapped: the service finds it in the countries of the store.
 */
export const countryId = (...from: string[]): Field => ({
  from,
  read: (texts, { countries }) => {
    const theirs = held(texts);
    const ours = numberOf(theirs, countries);
    if (ours !== undefined) return Number(ours);
    if (theirs.length === 0 || theirs.some(isCode)) return undefined;
    throw new Refusal('must be in the file of --countries, or be an ISO 3166-1 alpha-2 code such as DE');
  },
});

/** The ISO code of a country without a `country_id`. */
export const countryCode = (...from: string[]): Field => ({
  from,
  read: (texts, { countries }) => {
    const theirs = held(texts);
    return numberOf(theirs, countries) === undefined ? theirs.find(isCode) : undefined;
  },
});

const numberOf = (theirs: readonly string[], countries: Lookup): string | undefined =>
  first(theirs.map(countries)) ?? theirs.find((found) => /^\d{1,9}$/.test(found));

const isCode = (text: string): boolean => isCountry(text.toUpperCase());

const first = <T>(values: readonly (T | undefined)[]): T | undefined => values.find((value) => value !== undefined);

const held = (texts: readonly (string | undefined)[]): string[] => texts.filter((each) => each !== undefined);

/** When the other system wrote the row; of a file without the column, when it wrote the file. */
export const exportedAt: Field = {
  ...past('exported_at'),
  read: (texts, given) => past().read(texts, given) ?? given.exportedAt,
};
