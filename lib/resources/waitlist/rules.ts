/**
 * The rules of the restock waitlist (contract, "Restock waitlist"): who is the same shopper, how products are ranked, what a search finds.
 */
import { notFound } from '../../schema/errors.ts';
import { resources } from '../../schema/ids.ts';

/** One address, in any letter case, waits once for a variant (Storefront page). */
export const normaliseEmail = (email: string): string => email.toLowerCase();

/**
 * A shopper's turn: the earlier join comes first, and for joins in the same second the smaller id (Storefront page).
 */
export interface Turn {
  id: string;
  joined_at: string;
}

/** The longest-waiting first. */
export const inOrderOfTurns = (a: Turn, b: Turn): number =>
  a.joined_at === b.joined_at ? (a.id < b.id ? -1 : 1) : a.joined_at < b.joined_at ? -1 : 1;

/** Throws 404 where the product has no such variant. */
export function requireVariant({ variants }: { variants: readonly { id: string }[] }, id: string): void {
  if (!variants.some((variant) => variant.id === id)) throw notFound();
}

/**
 * What one waiting shopper adds to a product's ranking. A ranking is one number, `shoppers × 10^30 + place of birth`, so that a plain ADD
 * changes the count. Its order is the contract's: most waiting first, then the most recently created; a product without shoppers ranks
 * below `rankingOfOne`. DynamoDB's numbers have 38 digits, eight of them for the count.
 */
export const rankingOfOne = 10n ** 30n;

const secondsFromYearOne = 62_135_596_800n;
const idDigits = 10n ** 18n;

/** The ranking of a product without waiting shoppers: second of its creation, then the beginning of its id. */
export function rankingOfNone({ id, created_at }: { id: string; created_at: string }): bigint {
  const second = BigInt(Date.parse(created_at) / 1000) + secondsFromYearOne;
  return second * idDigits + beginningOf(id);
}

/** What ids are made of, in the order they sort in; the space fills up the short ones. */
const alphabet = ' 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const codedLength = 10;

/**
 * Ten characters of the id as a number of at most 18 digits that sorts like them. Ids that begin alike get the same number;
 * `inRankingOrder` decides between those.
 */
function beginningOf(id: string): bigint {
  const beginning = id
    .slice(resources.product.prefix.length + 1)
    .padEnd(codedLength)
    .slice(0, codedLength);
  return [...beginning].reduce(
    (code, character) => code * BigInt(alphabet.length) + BigInt(alphabet.indexOf(character)),
    0n,
  );
}

/** A product as far as its place in the ranking goes. */
export interface Ranked {
  id: string;
  ranking: number | bigint;
}

/** Highest ranking first; of equal ones the greater id (decisions, "Restock waitlist"). */
export const inRankingOrder = (a: Ranked, b: Ranked): number => {
  if (a.ranking > b.ranking) return -1;
  if (a.ranking < b.ranking) return 1;
  return a.id > b.id ? -1 : Number(a.id < b.id);
};

/**
 * A text as a search compares it, regardless of letter case (decisions, "Restock waitlist"). Upper case makes `ß` into `ss`, after lower
 * case `ẞ` too; a final sigma counts as a sigma.
 */
export const searchable = (text: string): string =>
  text.toWellFormed().toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** Code points of a name's ending that are kept to find it by. */
export const endingLength = 24;

/** Everything of a name that a search can begin to match at, each cut to `endingLength` code points, without repetition. */
export function endingsOf(name: string): string[] {
  const points = [...searchable(name)];
  return [...new Set(points.map((_, index) => points.slice(index, index + endingLength).join('')))];
}

/** The beginning of a search, as far as endings can be found by it. */
export const beginningOfSearch = (search: string): string => [...searchable(search)].slice(0, endingLength).join('');
