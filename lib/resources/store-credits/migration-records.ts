/** Migrations of store credits that an earlier release left with a deleted customer. */
import type { Transaction } from '../../ledger/fields.ts';
import { newId } from '../../runtime/ids.ts';
import type { ItemMigration, StoredItem } from '../../table/items.ts';
import * as customers from '../customers/records.ts';
import * as storeCredits from './records.ts';
import { close, forgetEntry } from './rules.ts';

/** Whether the deletion of the customer has ended: `delete-customer` closes the credits of an unfinished one. */
async function isDeleted(store: string, customer: string): Promise<boolean> {
  const record = await customers.findRecord(store, customer);
  return record !== undefined && customers.isDeleted(record) && !record.sweeping;
}

const nameIn = ({ pk }: StoredItem): string => pk.split('#').at(-1) ?? '';

/** The credit of an item if its customer is deleted. */
async function findLeft(store: string, item: StoredItem) {
  const credit = await storeCredits.find(store, nameIn(item));
  return credit && (await isDeleted(store, credit.customer_id)) ? credit : undefined;
}

const openCredits: ItemMigration = {
  concerns: ({ pk, sk, closed_at }) => pk.includes('#CREDIT#') && sk === 'CREDIT' && closed_at === undefined,
  async writes(store, item, now) {
    const credit = await findLeft(store, item);
    return credit && credit.closed_at === undefined
      ? storeCredits.replace(store, credit, close(credit, now, newId('storeCreditTransaction')))
      : [];
  },
};

const withoutPersonalData = (item: StoredItem): Transaction | undefined => forgetEntry(item as unknown as Transaction);

const entries: ItemMigration = {
  concerns: (item) =>
    item.pk.includes('#CREDIT#') && item.sk.startsWith('TRANSACTION#') && withoutPersonalData(item) !== undefined,
  async writes(store, item) {
    const [credit, entry] = [await findLeft(store, item), withoutPersonalData(item)];
    return credit && entry ? [storeCredits.replaceEntry(store, credit.id, entry)] : [];
  },
};

/** The list of a customer's credits, and the ids of those with a balance. */
const lists: ItemMigration = {
  concerns: ({ pk }) => pk.includes('#CREDITS#'),
  async writes(store, item) {
    const customer = nameIn(item);
    if (!(await isDeleted(store, customer))) return [];
    if (item.id !== undefined) return [storeCredits.disown(store, { customer_id: customer, id: String(item.id) })];
    return storeCredits.removeOpen(store, await storeCredits.findOpen(store, customer));
  },
};

/** Release 0.3.0 deletes a customer without their store credits. They are closed as `delete-customer` closes them. */
export const closedCredits: readonly ItemMigration[] = [openCredits, entries, lists];
