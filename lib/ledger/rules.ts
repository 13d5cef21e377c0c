/**
 * The rules that gift cards and store credits share (contract, "Gift cards"; Storefront page). Every change gives the next account and at most
 * one ledger entry; the entries' amounts add up to the balance. Money is in the smallest unit of the account's currency.
 */

import { invalidField } from '../schema/errors.ts';
import { isPublicId, resources } from '../schema/ids.ts';
import { pastForAllClocks } from '../schema/times.ts';
import type { AccountStatus, Transaction, UpdateInput } from './fields.ts';

/** A checkout's hold on an account. The checkout can spend it until `expires_at`, by the clock of the current function. */
export interface Hold {
  checkout_id: string;
  amount: number;
  /** The amount that the checkout requested. */
  asked: number;
  expires_at: string;
}

/** What gift cards and store credits have in common. */
export interface Account {
  id: string;
  currency: string;
  initial_value: number;
  balance: number;
  note: string | null;
  expires_at: string | null;
  disabled_at: string | null;
  created_at: string;
  updated_at: string;
  holds: readonly Hold[];
  last_transaction_id: string;
  /** The last entry of the ledger, kept here so that events of the account need only the account. */
  last_entry: Pick<Transaction, 'type' | 'amount' | 'order_id'>;
  /** The expiry that an event has already reported as passed. */
  expiry_told?: string;
}

/** A later expiry of an expired account: it was expired from `expired_at` until `extended_at`. */
export interface Extension {
  expired_at: string;
  extended_at: string;
}

/** A change of an account with its ledger entry; without one, nothing in the ledger has changed. */
export interface Change<A extends Account> {
  next: A;
  transaction?: Transaction;
}

/** A change of an account that may extend it. */
export interface Update<A extends Account> extends Change<A> {
  extension?: Extension;
}

/** The context of a decision on an account: its actor, its time, and the id of its entry. */
export interface ChangeContext {
  actor: Transaction['actor'];
  now: string;
  transactionId: string;
}

/** The kind of an account: its name in messages and in findings, and the field of a payload that leads to it. */
export const kindOf = ({ id }: Pick<Account, 'id'>) =>
  isPublicId('storeCredit', id)
    ? ({ noun: resources.storeCredit.noun, short: 'credit', field: 'customer_id' } as const)
    : ({ noun: resources.giftCard.noun, short: 'card', field: 'code' } as const);

/** What a new account is made of. */
export interface Opening {
  id: string;
  value: number;
  currency: string;
  note?: string | null | undefined;
  expires_at?: string | null | undefined;
  /** The order that caused the account. */
  order_id?: string | null | undefined;
}

/** A new account with its `issued` entry. */
export function open(
  { id, value, currency, note = null, expires_at = null, order_id = null }: Opening,
  { actor, now, transactionId }: ChangeContext,
): Required<Change<Account>> {
  const last_entry = { type: 'issued', amount: value, order_id } as const;
  return {
    next: {
      id,
      currency,
      initial_value: value,
      balance: value,
      note,
      expires_at,
      disabled_at: null,
      holds: [],
      last_transaction_id: transactionId,
      last_entry,
      created_at: now,
      updated_at: now,
    },
    transaction: { id: transactionId, ...last_entry, balance: value, note: null, actor, created_at: now },
  };
}

/** Throws `INVALID_FIELD` for a time that has passed. */
export function refusePastExpiry(expires_at: string | null | undefined, now: string): void {
  if (isPast(expires_at ?? null, now)) throw invalidField('expires_at must be in the future', 'expires_at');
}

export const isPast = (expires_at: string | null, now: string): boolean => expires_at !== null && expires_at <= now;

/** The status at a time: `disabled`, then `used`, then `expired`, then `active` (decisions, "Gift cards"). */
export function statusOf(
  { disabled_at, balance, expires_at }: Pick<Account, 'disabled_at' | 'balance' | 'expires_at'>,
  now: string,
): AccountStatus {
  if (disabled_at !== null) return 'disabled';
  if (balance === 0) return 'used';
  return isPast(expires_at, now) ? 'expired' : 'active';
}

/** Whether an account's expiry has passed, by every clock, and no event has reported it. */
export const isExpiryUntold = ({ expires_at, expiry_told }: Account, now: string): boolean =>
  isPast(expires_at, pastForAllClocks(now)) && expiry_told !== expires_at;

/** The account once its expiry is reported; undefined if there is nothing to report, for example after an update to a later expiry. */
export const afterExpiry = <A extends Account>(account: A, now: string): A | undefined =>
  account.expires_at !== null && isExpiryUntold(account, now)
    ? { ...account, expiry_told: account.expires_at }
    : undefined;

interface Entry {
  type: Transaction['type'];
  amount?: number;
  order_id?: string | null;
  note?: string | null | undefined;
}

/** Changes an account. Entries keep the order of the changes even if clocks differ: an id is always greater than that of the account's last entry. */
export function change<A extends Account>(
  account: A,
  { type, amount = 0, order_id = null, note }: Entry,
  { actor, now, transactionId }: ChangeContext,
): Required<Change<A>> {
  const id = laterId(account.last_transaction_id, transactionId);
  const balance = account.balance + amount;
  if (!Number.isSafeInteger(balance) || balance < 0) throw new Error('A balance left its bounds');
  return {
    next: {
      ...account,
      balance,
      last_transaction_id: id,
      last_entry: { type, amount, order_id },
      updated_at: now,
    },
    transaction: {
      id,
      type,
      amount,
      balance,
      order_id,
      note: note ?? null,
      actor,
      created_at: now,
    },
  };
}

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** `candidate` where it is greater than `last`, else the id that follows `last`. */
export function laterId(last: string, candidate: string): string {
  if (candidate > last) return candidate;
  const kept = last.replace(/z+$/, '');
  const place = crockford.indexOf(kept.slice(-1)) + 1;
  return kept.slice(0, -1) + crockford.charAt(place) + '0'.repeat(last.length - kept.length);
}

/**
 * Replaces expiry and note. An unchanged expiry may be in the past. The change of an expiry that has passed is kept for the books; any other
 * expiry never took effect. Throws `INVALID_FIELD`.
 */
export function update<A extends Account>(account: A, { expires_at, note }: UpdateInput, now: string): Update<A> {
  const expiry = expires_at ?? null;
  const next = { ...account, expires_at: expiry, note: note ?? null, updated_at: now };
  if (expiry === account.expires_at) return { next };
  refusePastExpiry(expiry, now);
  const { expires_at: expired_at } = account;
  const hasExpired = expired_at !== null && isPast(expired_at, now);
  return { next, ...(hasExpired && { extension: { expired_at, extended_at: now } }) };
}

/** Changes nothing, without an entry, where the account is disabled already. */
export function disable<A extends Account>(account: A, how: ChangeContext): Change<A> {
  if (account.disabled_at !== null) return { next: account };
  const { next, transaction } = change(account, { type: 'disabled' }, how);
  return { next: { ...next, disabled_at: how.now }, transaction };
}

/** Changes nothing, without an entry, where the account is not disabled. */
export function enable<A extends Account>(account: A, how: ChangeContext): Change<A> {
  if (account.disabled_at === null) return { next: account };
  const { next, transaction } = change(account, { type: 'enabled' }, how);
  return { next: { ...next, disabled_at: null }, transaction };
}

/** Returns an amount to the balance, for an account of any status. */
export const refund = <A extends Account>(
  account: A,
  { order_id, amount }: { order_id: string; amount: number },
  how: ChangeContext,
): Required<Change<A>> => change(account, { type: 'refunded', amount, order_id }, how);
