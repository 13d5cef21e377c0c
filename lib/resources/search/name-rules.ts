/** How a search compares the names of customers and products (Staff console page). */
import { searchable } from '../waitlist/rules.ts';

/** The terms by which a search finds a record, as the record contains them. */
export interface Terms {
  /** An HMAC of its email address. */
  address?: string;
  /** Its names, as a search compares them. */
  names?: readonly string[];
}

/** Code points of a name that are compared: with its id, an item's key has at most 1,024 bytes. */
const nameLength = 200;

/**
 * A name as a search compares it: like the search of the waitlist, with single spaces, and with each letter and its accent in one code point: keyboards
 * and imported files spell `é` in two ways.
 */
export const foldedName = (name: string): string =>
  [...searchable(name.replace(/\s+/g, ' ').trim().normalize('NFC'))].slice(0, nameLength).join('');

const foldedNames = (...names: string[]): string[] => [...new Set(names.map(foldedName).filter((name) => name !== ''))];

/**
 * The names that find a customer: the last name, and the first name with the last name. A name may be an email address, which is not stored in
 * keys: the address itself finds the customer.
 */
export const namesOfCustomer = ({ first_name, last_name }: { first_name: string; last_name: string }): string[] =>
  foldedNames(last_name, `${first_name} ${last_name}`).filter((name) => !name.includes('@'));

/** The name that finds a product. */
export const namesOfProduct = ({ name }: { name: string }): string[] => foldedNames(name);

/** How well a name matches: exactly, by its start, or not at all. */
export const matchOf = (names: readonly string[], query: string): 'exact' | 'start' | undefined => {
  const searched = foldedName(query);
  if (names.includes(searched)) return 'exact';
  return names.some((name) => name.startsWith(searched)) ? 'start' : undefined;
};
