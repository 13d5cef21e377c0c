/** The sum of a customer's store credits (Storefront page). */
import { availableTo } from '../../ledger/hold-rules.ts';
import { statusOf } from '../../ledger/rules.ts';
import type { StoreCreditRecord } from './rules.ts';

interface Balance {
  balance: number;
  available: number;
  expiring: { amount: number; expires_at: string }[];
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** The balances of the active credits, the amount that a checkout could spend of all of them, and the balances that expire, soonest first. */
export function balanceOf(credits: readonly StoreCreditRecord[], checkout: string | undefined, now: string): Balance {
  const active = credits.filter((credit) => statusOf(credit, now) === 'active');
  const byExpiry = [...Map.groupBy(active, ({ expires_at }) => expires_at)];
  return {
    balance: sumOf(active.map(({ balance }) => balance)),
    available: sumOf(credits.map((credit) => availableTo(credit, checkout, now))),
    expiring: byExpiry
      .flatMap(([expires_at, own]) =>
        expires_at === null ? [] : [{ amount: sumOf(own.map(({ balance }) => balance)), expires_at }],
      )
      .toSorted((a, b) => (a.expires_at < b.expires_at ? -1 : 1)),
  };
}
