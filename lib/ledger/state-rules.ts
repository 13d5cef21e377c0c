/** The state of an account at a time, from its ledger and from each change of its expiry (guide, "Closing the month"). */

import { invalidField, missingField } from '../schema/errors.ts';
import { clockSkewSeconds, secondsBefore } from '../schema/times.ts';
import type { AccountStatus, Transaction } from './fields.ts';
import { wrongTime } from './report-fields.ts';
import { type Account, type Extension, isPast, statusOf } from './rules.ts';

/** Seconds after which an index lists every issued account: no more recent time can be reported. */
const secondsToSettle = 60;

/**
 * The time that a page reports: a minute ago by default. A later page repeats the time of the first page, even if this function's
 * clock is some seconds behind. Throws `INVALID_FIELD` for too late a time and `MISSING_FIELD` for a later page without
 * one.
 */
export function timeTold({ at, after }: { at?: string | null; after?: string | null }, now: string): string {
  if (!at && after) throw missingField(wrongTime.required, 'at');
  const latest = latestReported(after, now);
  if (at && at > latest) throw invalidField(wrongTime.tooLate, 'at');
  return at ?? latest;
}

/** The latest time that a page can report. */
export const latestReported = (after: string | null | undefined, now: string): string =>
  secondsBefore(now, secondsToSettle - (after ? clockSkewSeconds : 0));

/** Sums of an account's entries up to a time, as far as they have been read. */
interface SumsAt {
  at: string;
  isIssued: boolean;
  balance: number;
  disabled_at: string | null;
  /** Whether a later entry has been read: no further entry counts. */
  isComplete: boolean;
}

export const noSumsAt = (at: string): SumsAt => ({
  ...{ at, isIssued: false, balance: 0, disabled_at: null, isComplete: false },
});

/**
 * Adds the next entries of a ledger, oldest first. Clocks differ by seconds, so counting stops at the first later entry: the sum is then a
 * balance that the account really had.
 */
export function addEntriesAt(sums: SumsAt, entries: readonly Transaction[]): SumsAt {
  const next = { ...sums };
  for (const { type, amount, created_at } of entries) {
    next.isComplete ||= created_at > sums.at;
    if (next.isComplete) break;
    next.isIssued = true;
    next.balance += amount;
    if (type === 'disabled') next.disabled_at = created_at;
    if (type === 'enabled') next.disabled_at = null;
  }
  return next;
}

/** A moment of a report: each expiry is compared with `at`, and changes up to `through` are included. */
interface Moment {
  at: string;
  through: string;
}

/** When an account expires, and each expiry that had passed before the account was extended. */
export interface Expiries {
  expires_at: string | null;
  extensions: readonly Extension[];
}

/** Whether an account was past its expiry at a moment. An expiry that was replaced before it passed never took effect. */
export const wasExpired = ({ expires_at, extensions }: Expiries, { at, through }: Moment): boolean =>
  isPast(expires_at, at) ||
  extensions.some(({ expired_at, extended_at }) => isPast(expired_at, at) && extended_at > through);

/**
 * Status and balance of an account at the time of its sums; undefined before it was issued. A balance that is past its expiry is not owed, so the account
 * counts as expired even if it is disabled (guide, "Closing the month").
 */
export function stateAt(
  account: Account,
  { at, isIssued, balance, disabled_at }: SumsAt,
  extensions: readonly Extension[],
): { status: AccountStatus; balance: number } | undefined {
  if (!isIssued) return undefined;
  const isExpired = balance !== 0 && wasExpired({ expires_at: account.expires_at, extensions }, { at, through: at });
  const status = isExpired ? 'expired' : statusOf({ ...account, balance, disabled_at, expires_at: null }, at);
  return { status, balance };
}
