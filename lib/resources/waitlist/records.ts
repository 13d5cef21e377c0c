/** Who waits for which variant. An entry and the count of it (`waiting-count.ts`) change in one transaction. */

import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import type { ImportedBy } from '../../schema/import.ts';
import { limits } from '../../schema/limits.ts';
import { storeTableDefinition } from '../../schema/tables.ts';
import { toSeconds } from '../../schema/times.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { digestOf, type Key, keys, partOfDigest } from '../../table/keys.ts';
import { listUnder, type Page } from '../../table/reads.ts';
import type { Product } from '../catalog/product-records.ts';
import * as products from '../catalog/product-records.ts';
import type { Shopper } from './fields.ts';
import type { TurnAt } from './longest-waiting-records.ts';
import { normaliseEmail } from './rules.ts';
import { allParts, type CountPlace, count, parts } from './waiting-count-records.ts';

interface WaitlistEntry extends Shopper {
  /** Its id in events, which reveals nothing about the address. */
  id: string;
  /** The site that was joined from last: its mail is in that site's name. */
  site_id: string | null;
  /** The language of its mail (BCP 47), from the last join. */
  locale: string | null;
  joined_at: string;
  /** It was imported: what is left of it is kept for a while, so that it is not imported again. */
  imported?: true;
  imported_by?: ImportedBy;
  /** The restock of a few that has notified the shopper before: it notifies each shopper once. */
  notified_by?: string | undefined;
}

/** What is under a shopper: a waiting entry, or the mail due since its notification, until it is sent. */
export interface ShopperEntry extends Pick<WaitlistEntry, 'id' | 'product_id' | 'variant_id'> {
  notice?: Notice;
}

/** The mail of a batch of a restock to one shopper. */
export interface Notice extends Pick<WaitlistEntry, 'email' | 'site_id' | 'locale' | 'joined_at'> {
  restock_id: string;
  batch: string;
}

/**
 * What is left, until it expires, of an entry that its shopper ended: so it differs from a notified one. After a
 * notification, this is kept of an imported entry, and of one that a restock of a few has notified.
 */
interface LeftEntry extends Pick<WaitlistEntry, 'id' | 'imported' | 'imported_by' | 'notified_by'> {
  /** In seconds since 1970, when it loses its meaning; the record of an imported entry may be imported again then. */
  left_at: number;
  notified?: true;
}

type Variant = Pick<Shopper, 'product_id' | 'variant_id'>;

/** An entry's place. The address is in no key: keys get into logs. */
function placeOf({ email }: Shopper): { part: number; shopper: string } {
  return { part: partOfDigest(digestOfEmail(email), parts), shopper: shopperOf(email) };
}

const digestOfEmail = (email: string): Buffer => digestOf(normaliseEmail(email));

/** The digest of an address, used in keys. */
export const shopperOf = (email: string): string => digestOfEmail(email).toString('base64url');

function keyOf(store: string, entry: Shopper): Key {
  const { part, shopper } = placeOf(entry);
  return keys.waitlistEntry(store, entry.product_id, part, entry.variant_id, shopper);
}

/** An entry's key by the digest of its address, which also determines the part. */
const keyUnder = (store: string, shopper: string, { product_id, variant_id }: Variant): Key =>
  keys.waitlistEntry(store, product_id, partOfDigest(Buffer.from(shopper, 'base64url'), parts), variant_id, shopper);

const read = readerWith({
  id: asStored,
  product_id: asStored,
  variant_id: asStored,
  email: asStored,
  site_id: null,
  locale: null,
  joined_at: asStored,
  imported: asStored,
  imported_by: asStored,
  notified_by: asStored,
} satisfies StoredAs<WaitlistEntry>);

const readListed = readerWith({
  id: asStored,
  product_id: asStored,
  variant_id: asStored,
  notice: asStored,
} satisfies StoredAs<ShopperEntry>);

const readNotice = readerWith({
  restock_id: asStored,
  batch: asStored,
  email: asStored,
  site_id: null,
  locale: null,
  joined_at: asStored,
} satisfies StoredAs<Notice>);

/** Completes what is under a shopper. */
export const readShopperEntry = <T extends ShopperEntry>(item: T): T => ({
  ...readListed(item),
  ...(item.notice && { notice: readNotice(item.notice) }),
});

/** The entries of what is under a shopper, in its order: a waiting or an ended one; undefined if its mail is due. */
export async function findUnder(store: string, shopper: string, listed: readonly ShopperEntry[]) {
  // A shopper who has joined again since has another entry in the same place.
  const joined = listed.filter(({ notice }) => notice === undefined);
  const found = await items.findMany<WaitlistEntry | LeftEntry>(
    joined.map((entry) => keyUnder(store, shopper, entry)),
    read,
  );
  const byId = new Map(found.map((record) => [record?.id, record]));
  return listed.map(({ id }) => byId.get(id));
}

/** The shopper's entry or what is left of it, or undefined. */
export const findRecord = (store: string, shopper: Shopper) =>
  items.find<WaitlistEntry | LeftEntry>(keyOf(store, shopper), read);

/** Whether the shopper waits. */
export const isWaiting = (record: Stored<WaitlistEntry | LeftEntry> | undefined): record is Stored<WaitlistEntry> =>
  record !== undefined && !(leaving in record);

const leaving = storeTableDefinition.timeToLive;

/** Whether what is left of an entry prevents its record from being imported. */
export const isKnown = (left: LeftEntry | undefined, now: string): boolean =>
  left?.imported === true && left.left_at > toSeconds(now);

/** What is under an address, in any letter case: the first `limit` after the entry with the id `after`. */
export const listOfShopper = (store: string, shopper: string, page: Page): Promise<Stored<ShopperEntry>[]> =>
  listUnder<ShopperEntry>((id) => keys.shopperEntry(store, shopper, id), { ...page, read: readShopperEntry });

/** What is under an address by its id, or undefined. */
export const findListed = (store: string, shopper: string, id: string) =>
  items.find<ShopperEntry>(keys.shopperEntry(store, shopper, id), readShopperEntry);

const shopperEntryKey = (store: string, { email, id }: Pick<WaitlistEntry, 'email' | 'id'>): Key =>
  keys.shopperEntry(store, shopperOf(email), id);

const forget = (store: string, entry: Pick<WaitlistEntry, 'email' | 'id'>): Write =>
  items.removeById(shopperEntryKey(store, entry), entry.id);

const listUnderShopper = (store: string, entry: WaitlistEntry): Write =>
  items.create(shopperEntryKey(store, entry), {
    id: entry.id,
    product_id: entry.product_id,
    variant_id: entry.variant_id,
  } satisfies ShopperEntry);

/** Gives an entry an id, under which its shopper is found. */
export const nameEntry = (store: string, read: Stored<WaitlistEntry>, id: string): Write[] => [
  items.change(keyOf(store, read), { version: read.version }, { ...read, id }),
  listUnderShopper(store, { ...read, id }),
];

/**
 * Adds an entry in place of what is left of an earlier one, and counts it. The commit requires that the product's
 * variants are unchanged.
 */
export const join = (
  store: string,
  product: Product,
  { read, entry }: { read: Stored<LeftEntry> | undefined; entry: WaitlistEntry },
  place: CountPlace,
): Write[] => [
  items.createOrReplace(keyOf(store, entry), read, { ...entry, notified_by: read?.notified_by }),
  listUnderShopper(store, entry),
  count(store, product, { by: 1, part: placeOf(entry).part, place, heldToVariants: true }),
];

/** Records that the shopper has joined again, from another site or in another language. */
export const joinAgain = (
  store: string,
  read: Stored<WaitlistEntry>,
  joined: Pick<WaitlistEntry, 'site_id' | 'locale'>,
): Write => items.change(keyOf(store, read), read, joined);

interface Leaving {
  place: CountPlace;
  now: string;
}

/** Ends an entry and removes it from the count. */
export const leave = (store: string, product: Product, entry: Stored<WaitlistEntry>, leaving: Leaving): Write[] => [
  ...leaveBehind(store, product, entry, leaving),
  forget(store, entry),
];

/** The same, but what is left of the entry still is under the shopper: it is to be erased. */
export const leaveBehind = (
  store: string,
  product: Product,
  entry: Stored<WaitlistEntry>,
  { place, now }: Leaving,
): Write[] => [
  end(keyOf(store, entry), entry, now),
  count(store, product, { by: -1, part: placeOf(entry).part, place }),
];

/** Removes what is under a shopper: a mail that is due, or what is left of an entry. */
export const erase = (
  store: string,
  shopper: string,
  listed: ShopperEntry,
  left: Stored<LeftEntry> | undefined,
): Write[] => [
  items.removeById(keys.shopperEntry(store, shopper, listed.id), listed.id),
  ...(left ? [items.remove(keyUnder(store, shopper, listed), left)] : []),
];

const end = ({ pk, sk }: Key, entry: Stored<WaitlistEntry>, now: string): Write =>
  items.replace({ pk, sk }, entry, leftOf(entry, now));

const leftOf = ({ id, imported, imported_by, notified_by }: WaitlistEntry, now: string): LeftEntry => ({
  id,
  imported,
  imported_by,
  notified_by,
  left_at: toSeconds(now) + secondsKnown({ imported, notified_by }),
});

const secondsKnown = ({ imported, notified_by }: Pick<WaitlistEntry, 'imported' | 'notified_by'>): number =>
  imported ? limits.endedEntrySeconds : notified_by === undefined ? 0 : limits.notifiedEntrySeconds;

/** Entries of one part, at most `limit`, after the one with the sort key `after`. */
export function list(
  store: string,
  { product_id, variant_id }: Variant,
  { part, after, limit }: { part: number; after: string | undefined; limit: number },
): Promise<Stored<WaitlistEntry & Key>[]> {
  const { pk, sk: prefix } = keys.waitlistEntry(store, product_id, part, variant_id, '');
  return items.list<WaitlistEntry & Key>({ pk, prefix, read, after, limit, without: leaving });
}

type Entries = readonly Stored<WaitlistEntry & Key>[];

interface InPart {
  part: number;
  place: CountPlace;
}

/**
 * Removes a notified shopper's entry, and keeps what must be known of it: of an imported one, and for a restock of a
 * few.
 */
const leaveNotified = (entry: Stored<WaitlistEntry & Key>, { now, restock_id, isOfFew }: Notifying): Write => {
  const left = isOfFew ? { ...entry, notified_by: restock_id } : entry;
  return entry.imported || isOfFew
    ? items.replace({ pk: entry.pk, sk: entry.sk }, entry, { ...leftOf(left, now), notified: true } satisfies LeftEntry)
    : items.remove(entry, entry);
};

interface Notifying extends Pick<Notice, 'restock_id' | 'batch'> {
  now: string;
  /** Whether the restock notifies only a few of those who wait. */
  isOfFew: boolean;
}

/**
 * Removes entries and their count, in one part; in a batch of a restock, the mails to their shoppers are due from then
 * on.
 */
export const notifyAll = (
  store: string,
  product: Product,
  entries: Entries,
  { part, place, ...notifying }: InPart & Notifying,
): Write[] => [
  ...entries.flatMap((entry) => [
    leaveNotified(entry, notifying),
    items.update(shopperEntryKey(store, entry), {
      set: {
        notice: {
          restock_id: notifying.restock_id,
          batch: notifying.batch,
          email: entry.email,
          site_id: entry.site_id,
          locale: entry.locale,
          joined_at: entry.joined_at,
        } satisfies Notice,
      },
      unchanged: { id: entry.id },
    }),
  ]),
  ...(entries.length > 0 ? [count(store, product, { by: -entries.length, part, place })] : []),
];

/**
 * Ends entries of one part and removes them from the count. The commit requires that the product's variants are
 * unchanged.
 */
export const dropAll = (
  store: string,
  product: Product,
  entries: Entries,
  { part, place, now }: InPart & Leaving,
): Write[] => [
  ...entries.flatMap((entry) => [end(entry, entry, now), forget(store, entry)]),
  count(store, product, { by: -entries.length, part, place, heldToVariants: true }),
  ...(place === 'aside' ? [products.checkVariants(store, product)] : []),
];

/**
 * The entries of these turns that still wait, in their order: a shopper who has left and joined again has another turn.
 */
export async function findOfTurns(turns: readonly TurnAt[]): Promise<Stored<WaitlistEntry & Key>[]> {
  const found = await items.findMany<(WaitlistEntry | LeftEntry) & Key>(
    turns.map(({ pk, sk }) => ({ pk, sk })),
    read,
  );
  return found.filter(
    (entry, index): entry is Stored<WaitlistEntry & Key> => isWaiting(entry) && entry.id === turns[index]?.id,
  );
}

/** How many entries wait for a variant. Reads them all, a page at a time. */
export async function countEntries(store: string, { product_id, variant_id }: Variant): Promise<number> {
  const counts = await Promise.all(
    allParts.map((part) => {
      const { pk, sk } = keys.waitlistEntry(store, product_id, part, variant_id, '');
      return items.count({ pk, prefix: sk, without: leaving });
    }),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}
