/** What gift cards were worth at a time: a store owes it to whoever holds them (Storefront page, `report-liability`). */

import { invalidField, missingField } from '../../schema/errors.ts';
import { clockSkewSeconds, secondsBefore } from '../../schema/times.ts';
import type { GiftCardStatus, GiftCardTransaction } from './fields.ts';
import { type LiabilityPage, wrongTime } from './ledger-fields.ts';
import { type GiftCardRecord, statusOf } from './rules.ts';

/** Seconds after which an index lists what was issued: no later time is told. */
const secondsToSettle = 60;

/**
 * The time that a page reports: a minute ago by default; a later page repeats the first page's, although its function's clock may differ by
 * seconds. Throws `INVALID_FIELD` for a later time and `MISSING_FIELD` for a later page without one.
 */
export function timeTold({ at, after }: { at?: string | null; after?: string | null }, now: string): string {
  if (!at && after) throw missingField(wrongTime.required);
  const latest = secondsBefore(now, secondsToSettle - (after ? clockSkewSeconds : 0));
  if (at && at > latest) throw invalidField(wrongTime.tooLate);
  return at ?? latest;
}

/**
 * Status and balance of a card at a time, from its entries, oldest first; undefined before it was issued. Clocks differ by seconds, so
 * counting stops at the first later entry: the sum has been the balance once.
 */
export function stateAt(
  card: GiftCardRecord,
  entries: readonly GiftCardTransaction[],
  at: string,
): { status: GiftCardStatus; balance: number } | undefined {
  const later = entries.findIndex(({ created_at }) => created_at > at);
  const told = later < 0 ? entries : entries.slice(0, later);
  if (told.length === 0) return undefined;
  const balance = told.reduce((sum, { amount }) => sum + amount, 0);
  const last = told.findLast(({ type }) => type === 'disabled' || type === 'enabled');
  const disabled_at = last?.type === 'disabled' ? last.created_at : null;
  return { status: statusOf({ ...card, balance, disabled_at }, at), balance };
}

type Statuses = LiabilityPage['statuses'];

/** Cards and their balances together, by status. */
export function addUp(states: readonly ReturnType<typeof stateAt>[]): Statuses {
  const statuses = { active: nothing(), disabled: nothing(), used: nothing(), expired: nothing() };
  for (const state of states) {
    if (!state) continue;
    statuses[state.status].cards += 1;
    statuses[state.status].balance += state.balance;
  }
  return statuses;
}

const nothing = () => ({ cards: 0, balance: 0 });
