/** The rules of store credits that another system issued (Moving in page). */
import { type Change, open } from '../../ledger/rules.ts';
import { importActor, refuseOtherCurrency } from '../../schema/import.ts';
import type { ImportedStoreCredit } from '../move-in/fields.ts';
import type { StoreCreditRecord } from './rules.ts';

interface Making {
  id: string;
  /** The store's currency. */
  currency: string;
  now: string;
  transactionId: string;
}

/** A credit with its `issued` entry. Its expiry may have passed. Throws `INVALID_FIELD` for another currency than the store's. */
export function importCredit(
  { customer_id, value, reason, currency, expires_at }: ImportedStoreCredit,
  { id, now, transactionId, ...store }: Making,
): Required<Change<StoreCreditRecord>> {
  refuseOtherCurrency(currency, store.currency);
  const opening = { id, value, currency: store.currency, expires_at };
  const { next, transaction } = open(opening, { actor: importActor, now, transactionId });
  return { next: { ...next, customer_id, reason }, transaction };
}
