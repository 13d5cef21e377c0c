/**
 * The rules of the restock waitlist (contract, "Restock waitlist"): which shoppers are the same, how products are ranked, and what a search finds.
 */
import { notFound } from '../../schema/errors.ts';
import { show } from '../../schema/field.ts';
import { resources } from '../../schema/ids.ts';
import { type ShownWaitlistEntry, waitlistEntry } from './fields.ts';

/** An address waits once for a variant, in any letter case (Storefront page). */
export const normaliseEmail = (email: string): string => email.toLowerCase();

/** The turn of a shopper: the earlier join comes first; of joins in the same second, the smaller id (Storefront page). */
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

interface Named {
  name: string;
  variants: readonly { id: string; name: string }[];
}

/** An entry as the list of its customer shows it, with the names of its product and variant. */
export const viewOfEntry = (entry: Entry, product: Named | undefined): ShownWaitlistEntry =>
  show(waitlistEntry, {
    ...entry,
    product_name: product?.name ?? null,
    variant_name: product?.variants.find(({ id }) => id === entry.variant_id)?.name ?? null,
  });

type Entry = Omit<ShownWaitlistEntry, 'product_name' | 'variant_name'>;

/**
 * What one waiting shopper adds to the ranking of a product. A ranking is one number, `shoppers × 10^30 + rankingOfNone`, so that a plain
 * ADD changes the count. It sorts as the contract requires: most waiting shoppers first, then the most recently created. A product without
 * shoppers ranks below `rankingOfOne`. Numbers of DynamoDB have 38 digits, eight of them for the count.
 */
export const rankingOfOne = 10n ** 30n;

const secondsFromYearOne = 62_135_596_800n;
const idDigits = 10n ** 18n;

/** The ranking of a product without waiting shoppers: the second of its creation, then the first characters of its id as a number. */
export function rankingOfNone({ id, created_at }: { id: string; created_at: string }): bigint {
  const second = BigInt(Date.parse(created_at) / 1000) + secondsFromYearOne;
  return second * idDigits + beginningOf(id);
}

/** The characters of ids in their sort order. Short ids are filled with spaces. */
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

/** The fields of a product that decide its position in the ranking. */
export interface Ranked {
  id: string;
  ranking: number | bigint;
}

/** Highest ranking first; of equal rankings, the greater id (decisions, "Restock waitlist"). */
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

/** Number of code points that are stored of each ending of a name. */
export const endingLength = 24;

/** The endings of a name at which a search can match, each cut to `endingLength` code points, without repetition. */
export function endingsOf(name: string): string[] {
  const points = [...searchable(name)];
  return [...new Set(points.map((_, index) => points.slice(index, index + endingLength).join('')))];
}

/** The start of a search, cut to the length of stored endings. */
export const beginningOfSearch = (search: string): string => [...searchable(search)].slice(0, endingLength).join('');
