/** Entries of waitlists: which shopper waits for which variant. An entry and the count (`waiting-count-records.ts`) change in one transaction. */

import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import type { ImportedBy } from '../../schema/import.ts';
import { limits } from '../../schema/limits.ts';
import { storeTableDefinition } from '../../schema/tables.ts';
import { toSeconds } from '../../schema/times.ts';
import { listFeedOf } from '../../table/feeds.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { digestOf, type Key, keys, partitions, partOfDigest, shardOf, shards, timeKeys } from '../../table/keys.ts';
import { listUnder, type Page, pagesOf } from '../../table/reads.ts';
import type { Product } from '../catalog/product-records.ts';
import * as products from '../catalog/product-records.ts';
import type { Shopper } from './fields.ts';
import type { TurnAt } from './longest-waiting-records.ts';
import { normaliseEmail } from './rules.ts';
import { allParts, type CountPlace, count, parts } from './waiting-count-records.ts';

interface WaitlistEntry extends Shopper {
  /** Id in events. It reveals nothing about the address. */
  id: string;
  /** The site of the last join: it is the sender of the email. */
  site_id: string | null;
  /** Language of the email (BCP 47), from the last join. */
  locale: string | null;
  joined_at: string;
  /** The entry was imported. After it ends, a trace is kept for a while, so that it is not imported again. */
  imported?: true;
  imported_by?: ImportedBy;
  /** The restock with `notify_at_most` that has notified the shopper before: it notifies each shopper once. */
  notified_by?: string | undefined;
}

/** An item under the address of a shopper: a waiting entry, or a due email, from the notification until it is sent. */
export interface ShopperEntry extends Pick<WaitlistEntry, 'id' | 'product_id' | 'variant_id'> {
  notice?: Notice;
}

/** The email of a restock to one shopper, with its batch. */
export interface Notice extends Pick<WaitlistEntry, 'email' | 'site_id' | 'locale' | 'joined_at'> {
  restock_id: string;
  batch: string;
}

/**
 * The trace of an ended entry, until it expires. It shows that the shopper left and was not notified. After a notification, a trace is
 * kept only of an imported entry, and of an entry that a restock with `notify_at_most` has notified.
 */
interface LeftEntry extends Pick<WaitlistEntry, 'id' | 'imported' | 'imported_by' | 'notified_by'> {
  /** Expiry in seconds since 1970. From then on, the record of an imported entry can be imported again. */
  left_at: number;
  notified?: true;
}

type Variant = Pick<Shopper, 'product_id' | 'variant_id'>;

/** The key of an entry. It contains a digest instead of the address, because keys get into logs. */
function placeOf({ email }: Shopper): { part: number; shopper: string } {
  return { part: partOfDigest(digestOfEmail(email), parts), shopper: shopperOf(email) };
}

/** What an entry counts for: its variant, and the shard of its address. */
const countedIn = (entry: Shopper) => ({ variant_id: entry.variant_id, part: placeOf(entry).part });

const digestOfEmail = (email: string): Buffer => digestOf(normaliseEmail(email));

/** The digest of an address, used in keys. */
export const shopperOf = (email: string): string => digestOfEmail(email).toString('base64url');

function keyOf(store: string, entry: Shopper): Key {
  const { part, shopper } = placeOf(entry);
  return keys.waitlistEntry(store, entry.product_id, part, entry.variant_id, shopper);
}

/** The key of an entry by the digest of its address, which also determines the shard. */
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

/** Completes an item under a shopper. */
export const readShopperEntry = <T extends ShopperEntry>(item: T): T => ({
  ...readListed(item),
  ...(item.notice && { notice: readNotice(item.notice) }),
});

/** The entry of each item under a shopper, in the same order: waiting or ended; undefined for a due email. */
export async function findUnder(store: string, shopper: string, listed: readonly ShopperEntry[]) {
  // A shopper who has joined again since then has another entry under the same key.
  const joined = listed.filter(({ notice }) => notice === undefined);
  const found = await items.findMany<WaitlistEntry | LeftEntry>(
    joined.map((entry) => keyUnder(store, shopper, entry)),
    read,
  );
  const byId = new Map(found.map((record) => [record?.id, record]));
  return listed.map(({ id }) => byId.get(id));
}

/** The entry of the shopper or its trace, or undefined. */
export const findRecord = (store: string, shopper: Shopper) =>
  items.find<WaitlistEntry | LeftEntry>(keyOf(store, shopper), read);

/** Whether the shopper waits. */
export const isWaiting = (record: Stored<WaitlistEntry | LeftEntry> | undefined): record is Stored<WaitlistEntry> =>
  record !== undefined && !(leaving in record);

const leaving = storeTableDefinition.timeToLive;

/** Whether the trace of an entry prevents its record from being imported. */
export const isKnown = (left: LeftEntry | undefined, now: string): boolean =>
  left?.imported === true && left.left_at > toSeconds(now);

/** Items under an address, in any letter case: the first `limit` after the entry with the id `after`. */
export const listOfShopper = (store: string, shopper: string, page: Page): Promise<Stored<ShopperEntry>[]> =>
  listUnder<ShopperEntry>((id) => keys.shopperEntry(store, shopper, id), { ...page, read: readShopperEntry });

/**
 * The waiting entries under an address, in any letter case: the first `limit` after the one with the id `after`, in the order of joining. Due
 * emails are omitted. Each entry comes with its product. Two round trips, and more if many emails are due.
 */
export async function listWaiting(store: string, email: string, { after, limit }: Page): Promise<Waited[]> {
  const shopper = shopperOf(email);
  const waited: Waited[] = [];
  const read = (page: Page) => listOfShopper(store, shopper, page);
  for await (const listed of pagesOf(read, ({ id }) => id, { after, limit })) {
    const [entries, found] = await Promise.all([
      findUnder(store, shopper, listed),
      products.findMany(
        store,
        listed.map(({ product_id }) => product_id),
      ),
    ]);
    waited.push(...entries.flatMap((entry, index) => (isWaiting(entry) ? [{ entry, product: found[index] }] : [])));
    if (waited.length >= limit) break;
  }
  return waited.slice(0, limit);
}

/** A waiting entry, and its product. */
interface Waited {
  entry: Stored<WaitlistEntry>;
  product: Product | undefined;
}

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

/** Number of index partitions for the shoppers of a variant: at 4,000 joins a second, each takes 1,000 write units. */
const turnParts = 4;

type Joined = Pick<WaitlistEntry, 'id' | 'product_id' | 'variant_id' | 'joined_at'>;

/** The keys of an entry among the shoppers of its variant, by the time of joining. */
const turnPlace = (store: string, { id, product_id, variant_id, joined_at }: Joined) => ({
  product_feed_pk: partitions.waiting(store, product_id, variant_id, shardOf(id, turnParts)),
  product_feed_sk: timeKeys.of(joined_at, id),
});

/** Adds an entry that waits to the shoppers of its variant. */
export const listByTurn = (store: string, entry: Joined & Key): Write =>
  items.update(
    { pk: entry.pk, sk: entry.sk },
    { set: turnPlace(store, entry), unchanged: { id: entry.id, joined_at: entry.joined_at } },
  );

/** When the shopper who has waited longest for a variant joined, or null. One round trip; the index may lag. */
export async function findSince(store: string, { product_id, variant_id }: Variant): Promise<string | null> {
  const first = await Promise.all(
    shards(turnParts).map((part) =>
      listFeedOf<Joined>('product_feed', partitions.waiting(store, product_id, variant_id, part), {
        limit: 1,
        oldestFirst: true,
      }),
    ),
  );
  const times = first.flat().map(({ joined_at }) => joined_at);
  return times.toSorted().at(0) ?? null;
}

/** Gives an entry an id, so that it is found under the shopper's address. */
export const nameEntry = (store: string, read: Stored<WaitlistEntry>, id: string): Write[] => [
  items.change(keyOf(store, read), { version: read.version }, { ...read, id, ...turnPlace(store, { ...read, id }) }),
  listUnderShopper(store, { ...read, id }),
];

/**
 * Adds an entry, which replaces the trace of an earlier one, and counts it. The commit requires that the product's
 * variants are unchanged.
 */
export const join = (
  store: string,
  product: Product,
  { read, entry }: { read: Stored<LeftEntry> | undefined; entry: WaitlistEntry },
  place: CountPlace,
): Write[] => [
  items.createOrReplace(keyOf(store, entry), read, {
    ...{ ...entry, notified_by: read?.notified_by },
    ...turnPlace(store, entry),
  }),
  listUnderShopper(store, entry),
  count(store, product, { ...countedIn(entry), by: 1, place, heldToVariants: true }),
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

/** Ends an entry and removes it from the count, but keeps its trace under the shopper, for the erasure that follows. */
export const leaveBehind = (
  store: string,
  product: Product,
  entry: Stored<WaitlistEntry>,
  { place, now }: Leaving,
): Write[] => [end(keyOf(store, entry), entry, now), count(store, product, { ...countedIn(entry), by: -1, place })];

/** Removes an item under a shopper: a due email, or the trace of an entry. */
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

/** Entries of one shard, at most `limit`, after the one with the sort key `after`. */
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
  /** The variant of the entries. */
  variant_id: string;
  place: CountPlace;
}

/** Removes the entry of a notified shopper. Keeps a trace of an imported entry, and of any entry if the restock has `notify_at_most`. */
const leaveNotified = (entry: Stored<WaitlistEntry & Key>, { now, restock_id, isOfFew }: Notifying): Write => {
  const left = isOfFew ? { ...entry, notified_by: restock_id } : entry;
  return entry.imported || isOfFew
    ? items.replace({ pk: entry.pk, sk: entry.sk }, entry, { ...leftOf(left, now), notified: true } satisfies LeftEntry)
    : items.remove(entry, entry);
};

interface Notifying extends Pick<Notice, 'restock_id' | 'batch'> {
  now: string;
  /** Whether the restock has `notify_at_most`. */
  isOfFew: boolean;
}

/**
 * Removes entries of one shard and their count. In a batch of a restock, the emails to their shoppers are due from this
 * commit on.
 */
export const notifyAll = (
  store: string,
  product: Product,
  entries: Entries,
  { part, variant_id, place, ...notifying }: InPart & Notifying,
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
  ...(entries.length > 0 ? [count(store, product, { by: -entries.length, variant_id, part, place })] : []),
];

/**
 * Ends entries of one shard and removes them from the count. The commit requires that the product's variants are
 * unchanged.
 */
export const dropAll = (
  store: string,
  product: Product,
  entries: Entries,
  { part, variant_id, place, now }: InPart & Leaving,
): Write[] => [
  ...entries.flatMap((entry) => [end(entry, entry, now), forget(store, entry)]),
  count(store, product, { by: -entries.length, variant_id, part, place, heldToVariants: true }),
  ...(place === 'aside' ? [products.checkVariants(store, product)] : []),
];

/** The entries of these turns that still wait, in the same order. A shopper who has left and joined again has a new turn. */
export async function findOfTurns(turns: readonly TurnAt[]): Promise<Stored<WaitlistEntry & Key>[]> {
  const found = await items.findMany<(WaitlistEntry | LeftEntry) & Key>(
    turns.map(({ pk, sk }) => ({ pk, sk })),
    read,
  );
  return found.filter(
    (entry, index): entry is Stored<WaitlistEntry & Key> => isWaiting(entry) && entry.id === turns[index]?.id,
  );
}

/** Counts the entries that wait for a variant. Reads all of them, a page at a time. */
export async function countEntries(store: string, { product_id, variant_id }: Variant): Promise<number> {
  const counts = await Promise.all(
    allParts.map((part) => {
      const { pk, sk } = keys.waitlistEntry(store, product_id, part, variant_id, '');
      return items.count({ pk, prefix: sk, without: leaving });
    }),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}
