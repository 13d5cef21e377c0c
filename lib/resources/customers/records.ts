import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../../schema/errors.ts';
import { asStored, readerWith, type StoredAs } from '../../schema/field.ts';
import type { Stored, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { type Key, keys } from '../../table/keys.ts';
import type { Page } from '../../table/reads.ts';
import type { Terms } from '../search/name-rules.ts';
import * as terms from '../search/term-records.ts';
import { absentOfCustomer, type ImportedCustomer, type Standing } from './fields.ts';

/** A customer as mirrored from the store. */
export interface Customer {
  id: string;
  email: string;
  email_verified: boolean;
  first_name: string;
  last_name: string;
  /** The language of emails to them (BCP 47). */
  locale: string | null;
  standing: Standing;
  /** The first import; null if it was before 0.6.0. */
  created_at: string | null;
  /** The last change of an imported field or of the standing; null if it was before 0.6.0. */
  updated_at: string | null;
  /** Set while reviews are being updated to the standing: those of products up to `after` are done. */
  standing_sweep?: { after?: string } | undefined;
  /** How often a customer with this id has been deleted and imported again; absent before the first time. */
  deletions?: number;
  /** The terms by which a search finds them. */
  found_by?: Terms | undefined;
}

/** The record that remains of a deleted customer, so that a repeated deletion returns the same result. */
interface DeletedCustomer {
  id: string;
  deleted_at: string;
  /** Set while the customer's items are being deleted. */
  sweeping?: true;
  /** Set while `sweeping` is set: the digest of the customer's email address that keys contain. */
  shopper?: string;
  /** How often a customer with this id has been deleted, this time included. */
  deletions?: number;
}

export type CustomerRecord = Customer | DeletedCustomer;

const read = readerWith({
  id: asStored,
  email: asStored,
  email_verified: asStored,
  first_name: asStored,
  last_name: asStored,
  ...absentOfCustomer,
  standing: asStored,
  created_at: null,
  updated_at: null,
  standing_sweep: asStored,
  deletions: asStored,
  found_by: asStored,
} satisfies StoredAs<Customer>);

/** Adds defaults to a customer's record; the record of a deleted customer is unchanged. */
export const readRecord = <T extends CustomerRecord>(record: T): T => (isDeleted(record) ? record : read(record));

/** The record of a customer, even of a deleted one. */
export const findRecord = (store: string, id: string) =>
  items.find<CustomerRecord>(keys.customer(store, id), readRecord);

export const isDeleted = <T extends object>(record: T | DeletedCustomer): record is DeletedCustomer =>
  'deleted_at' in record;

/** Whether a customer may write reviews: present, not banned, and with a verified email address. */
export const isAuthor = (record: CustomerRecord | undefined): record is Stored<Customer> =>
  record !== undefined && !isDeleted(record) && record.email_verified && record.standing !== 'banned';

/** The records of customers with these ids, in the order given; undefined for a missing one. */
export const findRecords = (store: string, ids: readonly string[]) =>
  items.findMany<CustomerRecord>(
    ids.map((id) => keys.customer(store, id)),
    readRecord,
  );

/** The customer. Throws 404 with `message` where it does not exist or has been deleted. */
export async function get(store: string, id: string, message?: string): Promise<Stored<Customer>> {
  return present(await findRecord(store, id), message);
}

/** The record of a customer that exists. Throws 404 with `message` for any other. */
export function present<T extends CustomerRecord>(
  record: T | undefined,
  message?: string,
): Exclude<T, DeletedCustomer> {
  if (!record || isDeleted(record)) throw notFound(message);
  return record as Exclude<T, DeletedCustomer>;
}

/** Makes the commit require that the customer exists, unchanged. */
export const check = (store: string, customer: Stored<Customer>): Write =>
  items.check(keys.customer(store, customer.id), customer);

/**
 * Makes the commit require that the customer exists, even if an import changes them: nothing is added after a deletion.
 */
export const checkPresent = (store: string, { id, deletions }: Stored<Customer>): Write =>
  items.checkAttributes(keys.customer(store, id), { exists: true, without: ['deleted_at'], unchanged: { deletions } });

/** Raises the customer's version, so that concurrent decisions about the customer conflict. */
export const raiseVersion = (store: string, customer: Stored<Customer>): Write => replace(store, customer, customer);

export const replace = (store: string, was: Stored<Customer>, next: Customer): Write =>
  items.change(keys.customer(store, was.id), was, next);

/**
 * Replaces the customer's record, except its standing, and the terms by which a search finds it. `existing` is the record that was read: the
 * commit fails if the customer was deleted or got other terms since then, or while a deletion is in progress.
 */
export const merge = (
  store: string,
  customer: ImportedCustomer,
  existing: CustomerRecord | undefined,
  { found_by, now }: { found_by: Terms; now: string },
): Write[] => {
  const next = { ...customer, locale: customer.locale ?? absentOfCustomer.locale };
  const known = existing && !isDeleted(existing) ? existing : undefined;
  const isChange = known === undefined || !isDeepStrictEqual({ ...known, ...next }, known);
  const merged = items.merge(keys.customer(store, customer.id), {
    set: { ...next, found_by, ...(isChange && { updated_at: now }) },
    defaults: { standing: 'good', ...(known === undefined && { created_at: now }) },
    removed: ['deleted_at'],
    without: ['sweeping'],
    unchanged: { deletions: existing?.deletions, found_by: known?.found_by },
  });
  return [merged, ...terms.replace(store, customer.id, known?.found_by, found_by)];
};

/** Replaces the customer with a tombstone. From then on, the customer does not exist, and no search finds them. `sweeping` stays until all is deleted. */
export const remove = (
  store: string,
  { id, version, deletions = 0, found_by }: Stored<Customer>,
  { shopper, now }: { shopper: string; now: string },
): Write[] => [
  items.replace(keys.customer(store, id), { id, version }, {
    id,
    deleted_at: now,
    sweeping: true,
    shopper,
    deletions: deletions + 1,
  } satisfies DeletedCustomer),
  ...terms.replace(store, id, found_by, undefined),
];

/** Whether the deletion with this number is still in progress. */
export const isSweeping = (
  record: Stored<Customer | DeletedCustomer>,
  deletion: number,
): record is Stored<DeletedCustomer> => isDeleted(record) && record.sweeping === true && record.deletions === deletion;

/** Makes the commit require that the deletion is still in progress. */
export const checkSweep = (store: string, tombstone: Stored<DeletedCustomer>): Write =>
  items.check(keys.customer(store, tombstone.id), tombstone);

/** Ends a deletion: nothing is left of the customer. */
export const endSweep = (store: string, { sweeping: _, shopper: __, ...tombstone }: Stored<DeletedCustomer>): Write =>
  items.replace(keys.customer(store, tombstone.id), tombstone, tombstone);

/** Items of a customer's partition, the record included, after the item with the sort key `after`. */
export const listWithOwned = (store: string, id: string, { after, limit }: Page) =>
  items.list<Key & { id: string }>({
    pk: keys.customer(store, id).pk,
    prefix: '',
    after,
    limit,
    read: items.rawItem,
  });

/** The first few items that a customer owns: everything in the partition except the customer's record. */
export async function listOwned(store: string, id: string, limit: number): Promise<Stored<Key & { id: string }>[]> {
  const { pk, sk } = keys.customer(store, id);
  const found = await items.list<Key & { id: string }>({ pk, prefix: '', limit: limit + 1, read: items.rawItem });
  return found.filter((item) => item.sk !== sk).slice(0, limit);
}
