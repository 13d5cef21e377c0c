/**
 * Store credits with their ledgers (`lib/ledger/records.ts`), each in a partition of its own. In another partition for each customer, an item for each
 * credit lists all of them, and one item has the ids of those that have a balance.
 */
import type { AccountStatus, Transaction } from '../../ledger/fields.ts';
import * as ledger from '../../ledger/records.ts';
import { type Change, statusOf, type Update } from '../../ledger/rules.ts';
import { asStored, readerOf, readerWith, type StoredAs } from '../../schema/field.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys, ledgerKeys, partitions } from '../../table/keys.ts';
import { findPresent, listUnder, type Page, pagesOf } from '../../table/reads.ts';
import * as customers from '../customers/records.ts';
import { type StoreCredit, storeCredit, storeCreditTransaction } from './fields.ts';
import { isOwnedBy, openAfter, type StoreCreditRecord } from './rules.ts';

const readCredit = readerOf(storeCredit, {
  ...ledger.storedAccount,
  closed_at: asStored,
  forgotten_to: asStored,
} satisfies StoredAs<StoreCreditRecord, StoreCredit>);

const readEntry = readerOf(storeCreditTransaction);

/** The credit, or undefined. It may be of any customer, and closed. */
export const find = (store: string, id: string) => findAt(keys.storeCredit(store, id));

/** The credit under a key, or undefined. */
export const findAt = (key: Key) => items.find<StoreCreditRecord>(key, readCredit);

/** The customer's credit. Throws 404 if the customer has no credit with this id, and from the first commit of the customer's deletion on. */
export async function get(store: string, customer: string, id: string): Promise<Stored<StoreCreditRecord>> {
  const [credit, owner] = await Promise.all([find(store, id), customers.findRecord(store, customer)]);
  customers.present(owner);
  return items.orNotFound(credit && isOwnedBy(credit, customer) ? credit : undefined);
}

/** The credits with these ids, in their order. */
export const findMany = (store: string, ids: readonly string[]) =>
  findPresent<StoreCreditRecord>(
    ids.map((id) => keys.storeCredit(store, id)),
    readCredit,
  );

/** The ids of a customer's credits that have a balance, as they were read. */
export interface OpenCredits {
  customer_id: string;
  ids: readonly string[];
  read: Stored<{ ids: readonly string[] }> | undefined;
}

const readIds = readerWith({ ids: asStored } satisfies StoredAs<{ ids: readonly string[] }>);

/** The ids of a customer's credits that have a balance. Reads no customer. */
export async function findOpen(store: string, customer_id: string): Promise<OpenCredits> {
  const read = await items.find<{ ids: readonly string[] }>(keys.openCredits(store, customer_id), readIds);
  return { customer_id, ids: read?.ids ?? [], read };
}

/** New and changed credits of one customer. */
interface Changes {
  issued?: readonly Required<Change<StoreCreditRecord>>[];
  changed?: readonly (Update<StoreCreditRecord> & { read: Stored<StoreCreditRecord> })[];
  /** Whether a refund or a cancellation makes them: they may exceed the limit. */
  isExempt?: boolean;
}

/**
 * Writes new and changed credits of the customer of `open`, with their entries. The ids of the credits with a balance are written once, if a credit
 * gets a balance or loses it. Throws `INVALID_FIELD` for too many of them. A new credit needs a check of its customer in the same commit.
 */
export const write = (store: string, open: OpenCredits, changes: Changes): Write[] => [
  ...(changes.issued ?? []).flatMap((change) => create(store, change)),
  ...(changes.changed ?? []).flatMap(({ read, ...change }) => replace(store, read, change)),
  ...listOpen(store, open, changes),
];

function listOpen(
  store: string,
  { customer_id, ids: were, read }: OpenCredits,
  { issued = [], changed = [], isExempt }: Changes,
): Write[] {
  // Equal ids do not mean that there is nothing to write: they may be older than the credits that were read with them.
  if (issued.length === 0 && !changed.some(crossesZero)) return [];
  const ids = openAfter(
    were,
    [...issued, ...changed].map(({ next }) => next),
    { isExempt },
  );
  return [items.createOrChange(keys.openCredits(store, customer_id), read, { ids })];
}

const crossesZero = ({ read, next }: { read: StoreCreditRecord; next: StoreCreditRecord }): boolean =>
  read.balance > 0 !== next.balance > 0;

const issuedFeed = (store: string) => (part: number) => partitions.issuedCredits(store, part);

/** Whether the credit is one of the customer's: it is listed until a deletion has closed it. */
export const isOf = async (store: string, customer: string, id: string): Promise<boolean> =>
  (await items.find(keys.creditOf(store, customer, id), items.rawItem)) !== undefined;

/** Ids of a customer's credits after the id `after`, oldest first unless they are wanted `newestFirst`. */
export const listIdsOf = async (store: string, customer: string, page: Page & { newestFirst?: boolean }) => {
  const links = await listUnder<{ id: string }>((id) => keys.creditOf(store, customer, id), {
    ...page,
    read: items.rawItem,
  });
  return links.map(({ id }) => id);
};

/** Removes a credit from the list of its customer. */
export const disown = (store: string, { customer_id, id }: Pick<StoreCreditRecord, 'customer_id' | 'id'>): Write =>
  items.removeById(keys.creditOf(store, customer_id, id), id);

/** Fails the commit if the credit is no longer in the list of its customer. */
export const checkOwned = (store: string, { customer_id, id }: Pick<StoreCreditRecord, 'customer_id' | 'id'>): Write =>
  items.checkAttributes(keys.creditOf(store, customer_id, id), { unchanged: { id } });

/** Removes the ids of a customer's credits that have a balance, if such an item exists. */
export const removeOpen = (store: string, { customer_id, read }: OpenCredits): Write[] =>
  read ? [items.remove(keys.openCredits(store, customer_id), read)] : [];

/** Creates a credit with its first entry, and the item that lists it with its customer. */
const create = (store: string, { next, transaction }: Required<Change<StoreCreditRecord>>): Write[] => {
  const key = keys.storeCredit(store, next.id);
  return [
    items.create(key, itemOf(store, next)),
    ledger.append(key, { ...transaction, ...ledger.listedAsIssued(issuedFeed(store), next.id) }),
    items.create(keys.creditOf(store, next.customer_id, next.id), { id: next.id }),
  ];
};

/** A change of a credit as it was read, with its entry and its extension. Where the balance changes, `write` also keeps the ids. */
export const replace = (
  store: string,
  read: Stored<StoreCreditRecord>,
  { next, ...change }: Update<StoreCreditRecord>,
): Write[] => ledger.replace(keys.storeCredit(store, read.id), read, itemOf(store, next), change);

const itemOf = (store: string, credit: StoreCreditRecord): object => ({
  ...credit,
  ...ledger.dueAtExpiry('CREDITS', keys.storeCredit(store, credit.id), credit),
});

/** Up to `limit` credits of a customer below the id `after`, newest first, by their status at the time `now`. */
export async function list(
  store: string,
  customer: string,
  { status, after, limit }: Page & { status?: AccountStatus | undefined },
  now: string,
): Promise<StoreCreditRecord[]> {
  const found: StoreCreditRecord[] = [];
  // Only credits with a balance can be active or expired: there are few of them, even among many used ones.
  const isOfOpen = status === 'active' || status === 'expired';
  for await (const ids of isOfOpen ? openPages(store, customer, after) : pages(store, customer, { after, limit })) {
    const credits = await findMany(store, ids);
    found.push(...credits.filter((credit) => status === undefined || statusOf(credit, now) === status));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Ids of a customer's credits below the id `after`, newest first, a page at a time. */
const pages = (store: string, customer: string, page: Page) =>
  pagesOf(
    (next) => listIdsOf(store, customer, { ...next, newestFirst: true }),
    (id) => id,
    page,
  );

async function* openPages(store: string, customer: string, after: string | undefined) {
  const { ids } = await findOpen(store, customer);
  yield ids.filter((id) => after === undefined || id < after).toReversed();
}

/** Ids of up to `limit` credits of any customer below the id `after`, newest first. */
export const listIssued = (store: string, page: Page) => ledger.listIssued(issuedFeed(store), page);

/** A credit with its extensions and its whole ledger, a page at a time (`lib/ledger/records.ts`). */
export const readWithLedger = (store: string, id: string) =>
  ledger.readWithLedger<StoreCreditRecord>(keys.storeCredit(store, id), { account: readCredit, entry: readEntry });

/** Up to `limit` entries of a credit after the id `after`, oldest first unless they are wanted `newestFirst`. */
export const listEntries = (store: string, id: string, page: Page & { newestFirst?: boolean }) =>
  ledger.listEntries(keys.storeCredit(store, id), readEntry, page);

/** Removes personal data from an entry, the only change ever made to its content. */
export const replaceEntry = (store: string, credit: string, { id, note, actor }: Transaction): Write =>
  items.update(ledgerKeys.entry(keys.storeCredit(store, credit), id), { set: { note, actor }, unchanged: { id } });
