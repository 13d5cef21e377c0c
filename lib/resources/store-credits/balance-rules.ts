/** The sum of a customer's store credits (Storefront page). */
import { availableTo } from '../../ledger/hold-rules.ts';
import { statusOf } from '../../ledger/rules.ts';
import type { StoreCreditRecord } from './rules.ts';

interface Balance {
  balance: number;
  available: number;
  expiring: { amount: number; expires_at: string }[];
}

/** The balances of the active credits, the amount that a checkout could spend of all of them, and the balances that expire, soonest first. */
export function balanceOf(credits: readonly StoreCreditRecord[], checkout: string | undefined, now: string): Balance {
  const active = credits.filter((credit) => statusOf(credit, now) === 'active');
  const passing = active.flatMap(({ balance, expires_at }) => (expires_at === null ? [] : [{ balance, expires_at }]));
  const byExpiry = [...Map.groupBy(passing, ({ expires_at }) => expires_at)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    balance: totalOf(active),
    available: sum(credits.map((credit) => availableTo(credit, checkout, now))),
    expiring: byExpiry.map(([expires_at, own]) => ({ amount: totalOf(own), expires_at })),
  };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const totalOf = (accounts: readonly { balance: number }[]): number => sum(accounts.map(({ balance }) => balance));
