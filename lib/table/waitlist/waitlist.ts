/** Who waits for which variant. An entry and the count of it (`waiting-count.ts`) change in one transaction. */
import type { Shopper } from '../../contract/functions/waitlist.ts';
import { storeTableDefinition } from '../../contract/kinds/tables.ts';
import { normaliseEmail } from '../../domain/waitlist.ts';
import { toSeconds } from '../../runtime/clock.ts';
import type { Product } from '../catalog/products.ts';
import * as products from '../catalog/products.ts';
import type { Stored, Write } from '../items.ts';
import * as items from '../items.ts';
import { type Key, keys } from '../keys.ts';
import { digestOf, partOfDigest } from '../parts.ts';
import { allParts, type CountPlace, count, parts } from './waiting-count.ts';

export interface WaitlistEntry extends Shopper {
  /** What events call it: it tells nothing of the address. */
  id: string;
  joined_at: string;
}

/** What is left of an entry whose shopper has left, until it expires: so it differs from one whose shopper was notified. */
interface LeftEntry {
  id: string;
  /** In seconds since 1970. */
  left_at: number;
}

type Variant = Pick<Shopper, 'product_id' | 'variant_id'>;

/** Where a shopper's entry lies. The address is in no key: keys get into logs. */
function placeOf({ email }: Shopper): { part: number; shopper: string } {
  return { part: partOfDigest(digestOfEmail(email), parts), shopper: shopperOf(email) };
}

const digestOfEmail = (email: string): Buffer => digestOf(normaliseEmail(email));

/** What stands for an address in keys. */
export const shopperOf = (email: string): string => digestOfEmail(email).toString('base64url');

function keyOf(store: string, entry: Shopper): Key {
  const { part, shopper } = placeOf(entry);
  return keys.waitlistEntry(store, entry.product_id, part, entry.variant_id, shopper);
}

/** The shopper's entry or what is left of it, or undefined. */
export const findRecord = (store: string, shopper: Shopper) =>
  items.find<WaitlistEntry | LeftEntry>(keyOf(store, shopper));

/** Whether the shopper waits. */
export const isWaiting = (record: Stored<WaitlistEntry | LeftEntry> | undefined): record is Stored<WaitlistEntry> =>
  record !== undefined && !(leaving in record);

const leaving = storeTableDefinition.timeToLive;

/** Adds an entry in the place of what is left of an earlier one, and counts it. The commit is held to the product having the variants it had. */
export const join = (
  store: string,
  product: Product,
  { read, entry }: { read: Stored<LeftEntry> | undefined; entry: WaitlistEntry },
  place: CountPlace,
): Write[] => [
  items.createOrReplace(keyOf(store, entry), read, entry),
  count(store, product, { by: 1, part: placeOf(entry).part, place, heldToVariants: true }),
];

interface Leaving {
  place: CountPlace;
  now: string;
}

/** Ends an entry and takes it out of the count. */
export const leave = (
  store: string,
  product: Product,
  entry: Stored<WaitlistEntry>,
  { place, now }: Leaving,
): Write[] => [
  end(keyOf(store, entry), entry, now),
  count(store, product, { by: -1, part: placeOf(entry).part, place }),
];

const end = ({ pk, sk }: Key, entry: Stored<WaitlistEntry>, now: string): Write =>
  items.replace({ pk, sk }, entry, { id: entry.id, left_at: toSeconds(now) } satisfies LeftEntry);

/** Entries of one part, at most `limit`, after the one with the sort key `after`. */
export function list(
  store: string,
  { product_id, variant_id }: Variant,
  { part, after, limit }: { part: number; after: string | undefined; limit: number },
): Promise<Stored<WaitlistEntry & Key>[]> {
  const { pk, sk: prefix } = keys.waitlistEntry(store, product_id, part, variant_id, '');
  return items.list<WaitlistEntry & Key>({ pk, prefix, after, limit, without: leaving });
}

type Entries = readonly Stored<WaitlistEntry & Key>[];

interface InPart {
  part: number;
  place: CountPlace;
}

/** Takes entries of one part, whose shoppers are notified, away and out of the count. */
export const notifyAll = (store: string, product: Product, entries: Entries, { part, place }: InPart): Write[] => [
  ...entries.map((entry) => items.remove(entry, entry)),
  ...(entries.length > 0 ? [count(store, product, { by: -entries.length, part, place })] : []),
];

/** Ends entries of one part and takes them out of the count. The commit is held to the product having the variants it had. */
export const dropAll = (
  store: string,
  product: Product,
  entries: Entries,
  { part, place, now }: InPart & Leaving,
): Write[] => [
  ...entries.map((entry) => end(entry, entry, now)),
  count(store, product, { by: -entries.length, part, place, heldToVariants: true }),
  ...(place === 'aside' ? [products.checkVariants(store, product)] : []),
];

/** How many entries wait for a variant. Reads them all, without holding them. */
export async function countEntries(store: string, { product_id, variant_id }: Variant): Promise<number> {
  const counts = await Promise.all(
    allParts.map((part) => {
      const { pk, sk } = keys.waitlistEntry(store, product_id, part, variant_id, '');
      return items.count({ pk, prefix: sk, without: leaving });
    }),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}
