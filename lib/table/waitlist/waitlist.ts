/** Who waits for which variant. An entry and the count of it (`waiting-count.ts`) change in one transaction. */
import type { Shopper } from '../../contract/functions/waitlist.ts';
import { normaliseEmail } from '../../domain/waitlist.ts';
import type { Product } from '../catalog/products.ts';
import * as products from '../catalog/products.ts';
import type { Stored, Write } from '../items.ts';
import * as items from '../items.ts';
import { type Key, keys } from '../keys.ts';
import { digestOf, partOfDigest } from '../parts.ts';
import { allParts, type CountPlace, count, parts } from './waiting-count.ts';

export interface WaitlistEntry extends Shopper {
  joined_at: string;
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

/** The shopper's entry, or undefined. */
export const find = (store: string, shopper: Shopper) => items.find<WaitlistEntry>(keyOf(store, shopper));

/** Adds an entry and counts it. The commit is held to the product having the variants it had. */
export const join = (store: string, product: Product, entry: WaitlistEntry, place: CountPlace): Write[] => [
  items.create(keyOf(store, entry), entry),
  count(store, product, { by: 1, part: placeOf(entry).part, place, heldToVariants: true }),
];

/** Takes an entry away and out of the count. */
export const leave = (store: string, product: Product, entry: Stored<WaitlistEntry>, place: CountPlace): Write[] => [
  items.remove(keyOf(store, entry), entry),
  count(store, product, { by: -1, part: placeOf(entry).part, place }),
];

/** Entries of one part, at most `limit`, after the one with the sort key `after`. */
export function list(
  store: string,
  { product_id, variant_id }: Variant,
  { part, after, limit }: { part: number; after: string | undefined; limit: number },
): Promise<Stored<WaitlistEntry & Key>[]> {
  const { pk, sk: prefix } = keys.waitlistEntry(store, product_id, part, variant_id, '');
  return items.list<WaitlistEntry & Key>({ pk, prefix, after, limit });
}

interface Removal {
  part: number;
  place: CountPlace;
  /** Whether the commit is held to the product having the variants it had. */
  heldToVariants?: boolean;
}

/** Takes entries of one part away and out of the count. */
export const removeAll = (
  store: string,
  product: Product,
  entries: readonly Stored<WaitlistEntry & Key>[],
  { part, place, heldToVariants = false }: Removal,
): Write[] => [
  ...entries.map((entry) => items.remove({ pk: entry.pk, sk: entry.sk }, entry)),
  ...(entries.length > 0 ? [count(store, product, { by: -entries.length, part, place, heldToVariants })] : []),
  ...(heldToVariants && place === 'aside' ? [products.checkVariants(store, product)] : []),
];

/** How many entries wait for a variant. Reads them all, without holding them. */
export async function countEntries(store: string, { product_id, variant_id }: Variant): Promise<number> {
  const counts = await Promise.all(
    allParts.map((part) => {
      const { pk, sk } = keys.waitlistEntry(store, product_id, part, variant_id, '');
      return items.count(pk, sk);
    }),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}
