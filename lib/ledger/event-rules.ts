/** What events report about an account. They are made from the account's own item, because the ledger's items may arrive out of order. */
import type { Account } from './rules.ts';

/** The kind of the last entry, and the data of its event. */
export const lastEntryOf = ({ balance, last_transaction_id: transaction_id, last_entry }: Account) => {
  const { type, amount, order_id } = last_entry;
  return { type, data: { transaction_id, amount, balance, order_id } };
};

/** Whether a change of the account reports that its expiry has passed. */
export const reportsExpiry = (before: Account, after: Account): boolean =>
  after.expiry_told !== undefined && before.expiry_told !== after.expiry_told;
