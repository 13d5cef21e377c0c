/** The rules that only store credits have: their reasons, and the limit of a customer's credits. `lib/ledger` has the rules of their balances. */
import { when } from '../../ledger/audit-rules.ts';
import type { Transaction } from '../../ledger/fields.ts';
import {
  type Account,
  type Change,
  type ChangeContext,
  change,
  type Opening,
  open,
  refusePastExpiry,
  statusOf,
} from '../../ledger/rules.ts';
import type { stateAt } from '../../ledger/state-rules.ts';
import { invalidField } from '../../schema/errors.ts';
import { show } from '../../schema/field.ts';
import { limits } from '../../schema/limits.ts';
import { type Reason, type StoreCredit, storeCredit } from './fields.ts';

export interface StoreCreditRecord extends Account {
  customer_id: string;
  reason: Reason;
  /** Set once the customer is deleted. Such a credit is closed: it has no balance, and nothing returns to it. */
  closed_at?: string | undefined;
  /** While a deletion removes personal data from the ledger: the last entry that has none. */
  forgotten_to?: string | undefined;
}

/** Whether the customer has the credit. A closed credit was of a deleted customer, even if the customer is imported again. */
export const isOwnedBy = (credit: StoreCreditRecord, customer: string): boolean =>
  credit.customer_id === customer && credit.closed_at === undefined;

interface Issue extends Opening {
  customer_id: string;
  reason: Reason;
}

/** A new credit with its `issued` entry. Throws `INVALID_FIELD` where it would have expired already. */
export function issue(
  { customer_id, reason, ...opening }: Issue,
  context: ChangeContext,
): Required<Change<StoreCreditRecord>> {
  refusePastExpiry(opening.expires_at, context.now);
  const { next, transaction } = open(opening, context);
  return { next: { ...next, customer_id, reason }, transaction };
}

/**
 * The ids of a customer's credits with a balance, in their order, after some credits of the customer have changed. Throws `INVALID_FIELD` if there
 * are more of them than before and more than the limit; refunds and cancellations are exempt from it.
 */
export function openAfter(
  ids: readonly string[],
  changed: readonly Pick<StoreCreditRecord, 'id' | 'balance'>[],
  { isExempt = false } = {},
): string[] {
  const next = new Set(ids);
  for (const { id, balance } of changed) {
    if (balance > 0) next.add(id);
    else next.delete(id);
  }
  if (!isExempt && next.size > ids.length && next.size > limits.openStoreCredits) {
    throw invalidField(`A customer can have at most ${limits.openStoreCredits} store credits with a balance`);
  }
  return [...next].toSorted();
}

/** The findings on a credit, from the ids of its customer's credits with a balance. */
export const openFindings = ({ id, balance, closed_at }: StoreCreditRecord, open: readonly string[]): string[] =>
  closed_at === undefined
    ? [
        ...when(balance > 0 && !open.includes(id), 'the credit is not listed with the credits that have a balance'),
        ...when(balance === 0 && open.includes(id), 'the credit is listed with the credits that have a balance'),
      ]
    : when(balance > 0, `the credit of a deleted customer has a balance of ${balance}`);

/**
 * Number of credits that the store owes and the sum of their balances, by reason, from their states at a time. A credit past its expiry, even a
 * disabled one, is not owed.
 */
export function addUpByReason(credits: readonly { reason: Reason; state: ReturnType<typeof stateAt> }[]) {
  const sums = { refund: nothing(), goodwill: nothing(), promotion: nothing(), reward: nothing() };
  for (const { reason, state } of credits) {
    if (!state || state.balance === 0 || state.status === 'expired') continue;
    sums[reason].credits += 1;
    sums[reason].balance += state.balance;
  }
  return sums;
}

const nothing = () => ({ credits: 0, balance: 0 });

/** Closes the credit of a deleted customer: its holds end, and an entry takes its balance. */
export function close(credit: StoreCreditRecord, now: string, transactionId: string): Change<StoreCreditRecord> {
  const closed = { ...credit, holds: [], note: null, closed_at: now, updated_at: now };
  return credit.balance === 0
    ? { next: closed }
    : change(
        closed,
        { type: 'adjusted', amount: -credit.balance, note: closingNote },
        { actor: { type: 'system', name: null }, now, transactionId },
      );
}

const closingNote = 'Customer deleted';

/** The entry without personal data: without its note, and without the email address of its customer. Undefined if it has neither. */
export function forgetEntry({ note, actor, ...entry }: Transaction): Transaction | undefined {
  const isOfCustomer = actor.type === 'customer' && actor.name !== null;
  if ((note === null || note === closingNote) && !isOfCustomer) return undefined;
  return { ...entry, note: null, actor: isOfCustomer ? { ...actor, name: null } : actor };
}

/** The credit as replies show it at a time. */
export const view = (credit: StoreCreditRecord, now: string): StoreCredit =>
  show(storeCredit, { ...credit, status: statusOf(credit, now) });
