/**
 * Restocks: which variant, how many were waiting, and how far their notification has come. The parts of a waitlist are notified in
 * parallel, each in the order of its entries, so no entry is visited twice: a shopper who joins again behind that place waits for the next
 * restock. One of a few has a single part, in the order in which shoppers joined. A restock is in one partition, for an operator to read.
 */

import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';
import { type Notice, readShopperEntry, type ShopperEntry } from './records.ts';
import type { Progress } from './restock-rules.ts';

export interface Restock {
  restock_id: string;
  product_id: string;
  variant_id: string;
  /** Entries that were waiting, or `notify_at_most` if that is less. */
  notifying: number;
  /** How many it notifies at most; null for all. Releases up to 0.2.0 ignore it and store none. */
  notify_at_most?: number | null;
  created_at: string;
}

const readRestock = readerWith({
  restock_id: asStored,
  product_id: asStored,
  variant_id: asStored,
  notifying: asStored,
  notify_at_most: asStored,
  created_at: asStored,
} satisfies StoredAs<Restock>);

const readProgress = readerWith({
  part: asStored,
  after: asStored,
  notified: asStored,
  done: asStored,
  updated_at: asStored,
} satisfies StoredAs<Progress>);

/** The only part of a restock of a few. */
export const partOfFew = 0;

/** Whether a restock notifies a limited number of shoppers. */
export const isOfFew = ({ notify_at_most }: Restock): boolean => typeof notify_at_most === 'number';

/** Whether a restock was made by a request for this, as far as that is known. */
export const matchesRequest = (
  { notify_at_most, ...restock }: Restock,
  asked: Pick<Restock, 'product_id' | 'variant_id' | 'notify_at_most'>,
): boolean =>
  restock.product_id === asked.product_id &&
  restock.variant_id === asked.variant_id &&
  (notify_at_most === undefined || notify_at_most === asked.notify_at_most);

/** The restock, or undefined. */
export const find = (store: string, id: string) => items.find<Restock>(keys.restock(store, id), readRestock);

export const create = (store: string, restock: Restock): Write =>
  items.create(keys.restock(store, restock.restock_id), restock);

/** The restock and the progress of one of its parts; undefined if there is no such restock. */
export async function findPart(store: string, id: string, part: number) {
  const [restock, progress] = await Promise.all([
    find(store, id),
    items.find<Progress>(keys.restockPart(store, id, part), readProgress),
  ]);
  return restock && { restock, progress };
}

/** The restock and the progress of each started part, in one round trip; undefined if there is no such restock. */
export async function findWithProgress(store: string, id: string) {
  const { pk, sk: prefix } = keys.restockPart(store, id, '');
  const [restock, progress] = await Promise.all([
    find(store, id),
    items.list<Progress>({ pk, prefix, read: readProgress }),
  ]);
  return restock && { restock, progress };
}

/** Records a batch and the progress of its part. */
export const advance = (store: string, id: string, read: Stored<Progress> | undefined, batch: Batch): Write[] => [
  items.createOrChange(keys.restockPart(store, id, batch.progress.part), read, batch.progress),
  ...(batch.size > 0 ? [items.create(keys.restockBatch(store, id, batch.name), { size: batch.size })] : []),
];

interface Batch {
  name: string;
  /** How many shoppers it notifies. */
  size: number;
  progress: Progress;
}

/** One shopper's email: the entry under the shopper contains the address, and this name reveals nothing about them. */
interface Mailing {
  restock_id: string;
  batch: string;
  shopper: string;
  entry: string;
}

/**
 * Whether the email's batch is committed, and the email while it is due; undefined once it is sent, or need not be. The
 * items are read one by one, so the batch may show a commit that the entry does not show yet: then the entry is read
 * again.
 */
export async function findForMail(
  store: string,
  { restock_id, batch, shopper, entry }: Mailing,
): Promise<{ committed: boolean; notice: Notice | undefined }> {
  const entryKey = keys.shopperEntry(store, shopper, entry);
  const [committed, first] = await items.findMany<ShopperEntry>(
    [keys.restockBatch(store, restock_id, batch), entryKey],
    readShopperEntry,
  );
  if (!committed) return { committed: false, notice: undefined };
  const isDue = (found: ShopperEntry | undefined): boolean => found?.notice?.batch === batch;
  const found = isDue(first) ? first : await items.find<ShopperEntry>(entryKey, readShopperEntry);
  return { committed: true, notice: isDue(found) ? found?.notice : undefined };
}

/** Removes the address of a sent email, which is not sent again if its message is delivered twice. */
export const recordMailed = (store: string, { shopper, entry }: Mailing): Write =>
  items.removeById(keys.shopperEntry(store, shopper, entry), entry);
