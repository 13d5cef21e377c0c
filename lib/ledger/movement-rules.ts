/**
 * The books of gift cards and store credits (guide, "Closing the month"). An account's value is its balance, or 0 past its expiry. `expired` is the
 * part of the change in value that is not in the ledger entries; every other column is a sum of entries. Money is in the smallest unit of the account's currency.
 */
import { invalidField } from '../schema/errors.ts';
import { secondsBefore, toTimestamp } from '../schema/times.ts';
import type { Transaction } from './fields.ts';
import {
  type AccountName,
  type BooksRow,
  type groups,
  type Movement,
  movementDays,
  movementNames,
  wrongPeriod,
} from './report-fields.ts';
import { type Expiries, latestReported, wasExpired } from './state-rules.ts';

/** The time that books cover, and their periods. */
export interface Books {
  from: string;
  /** Not included. */
  to: string;
  group: (typeof groups)[number];
}

/** Throws `INVALID_FIELD` for books that end before they start, are too long, or end later than a minute ago. */
export function refuseWrongBooks(
  { from, to, after }: Books & { after?: string | null | undefined },
  now: string,
): void {
  if (to <= from) throw invalidField(wrongPeriod.order, 'to');
  if (secondsBefore(to, movementDays * 86_400) > from) throw invalidField(wrongPeriod.tooLong, 'to');
  const latest = latestReported(after, now);
  if (to > latest) throw invalidField(wrongPeriod.tooLate, 'to');
}

/** The times at which rows start and end: `from`, each later start of a period, and `to`. */
export function boundsOf({ from, to, group }: Books): string[] {
  const bounds = [from];
  for (let start = startAfter(from, group); start < to; start = startAfter(start, group)) bounds.push(start);
  return [...bounds, to];
}

/** The first start of a day or a month in UTC after a time. */
function startAfter(time: string, group: Books['group']): string {
  const start = new Date(`${time.slice(0, 10)}T00:00:00Z`);
  if (group === 'day') start.setUTCDate(start.getUTCDate() + 1);
  else start.setUTCMonth(start.getUTCMonth() + 1, 1);
  return toTimestamp(start.getTime());
}

const periodOf = (start: string, group: Books['group']): string => start.slice(0, group === 'day' ? 10 : 7);

type Sums = Record<Movement, number>;

const noMovements = (): Sums => Object.fromEntries(movementNames.map((name) => [name, 0])) as Sums;

const totalOf = (sums: Sums): number => movementNames.reduce((total, name) => total + sums[name], 0);

/** The column of an entry of an account; undefined for an entry without an amount. */
export function movementOf(account: AccountName, { type, order_id, actor }: Transaction): Movement | undefined {
  if (type === 'disabled' || type === 'enabled') return undefined;
  if (actor.type === 'system' && actor.name === 'import') return 'imported';
  if (type === 'issued') return order_id === null ? 'issued_free' : ofOrder[account];
  // Only a refund adjusts a card for an order: it takes the card back.
  return type === 'adjusted' && order_id !== null ? 'taken_back' : type;
}

/** The column of an account that an order caused: it sold a gift card, or a refund of it issued a store credit. */
const ofOrder = { gift_cards: 'sold', store_credits: 'refunded' } as const;

/** The sums of an account's entries, as far as they have been read: before `from`, then in each period. */
interface MovementSums {
  account: AccountName;
  bounds: readonly string[];
  periods: readonly Sums[];
  /** Index of the period of the last entry. */
  current: number;
  isIssued: boolean;
  /** Whether an entry after the last period has been read: no further entry counts. */
  isComplete: boolean;
}

export const noMovementSums = (account: AccountName, bounds: readonly string[]): MovementSums => ({
  ...{ account, bounds, periods: bounds.map(noMovements) },
  ...{ current: 0, isIssued: false, isComplete: false },
});

/**
 * Adds the next entries of a ledger, oldest first. Clocks differ by seconds: an entry is never booked before the entries that precede it, so
 * each closing is a balance that the account really had.
 */
export function addMovements(sums: MovementSums, entries: readonly Transaction[]): MovementSums {
  for (const entry of entries) {
    while (isFrom(sums.bounds[sums.current], entry)) sums.current += 1;
    const period = sums.periods[sums.current];
    sums.isComplete = period === undefined;
    if (period === undefined) break;
    sums.isIssued = true;
    const movement = movementOf(sums.account, entry);
    if (movement) period[movement] += entry.amount;
  }
  return sums;
}

const isFrom = (bound: string | undefined, { created_at }: Transaction): boolean =>
  bound !== undefined && created_at >= bound;

interface AccountLedger extends Expiries {
  currency: string;
}

/** The rows of an account; none if it was issued later. */
export function rowsOf(
  { currency, ...expiries }: AccountLedger,
  { account, bounds, periods, isIssued }: MovementSums,
  group: Books['group'],
): BooksRow[] {
  let balance = 0;
  let opening = 0;
  const rows = bounds.map((bound, index): BooksRow => {
    const sums = periods[index] ?? noMovements();
    const before = opening;
    balance += totalOf(sums);
    const closing = wasExpired(expiries, { at: bound, through: secondsBefore(bound, 1) }) ? 0 : balance;
    opening = closing;
    const period = periodOf(bounds[index - 1] ?? '', group);
    const expired = closing - before - totalOf(sums);
    return { period, account, currency, opening: before, ...sums, expired, closing };
  });
  // The first row leads up to `from`.
  return isIssued ? rows.slice(1) : [];
}

/** Adds rows to those of the same period, account and currency. */
export function addRows(all: Map<string, BooksRow>, rows: readonly BooksRow[]): void {
  for (const row of rows) {
    const { period, account, currency, ...amounts } = row;
    const key = [period, account, currency].join(' ');
    const sum = all.get(key);
    if (!sum) all.set(key, { ...row });
    else for (const name of Object.keys(amounts) as (keyof typeof amounts)[]) sum[name] += row[name];
  }
}

/** Rows in the order of their periods, then of their accounts and currencies. */
export const inOrder = (all: ReadonlyMap<string, BooksRow>): BooksRow[] =>
  [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
