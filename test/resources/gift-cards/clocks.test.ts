/**
 * The clocks of two functions differ by up to five seconds: a caller in time by its function's clock is not refused, and
 * nothing is granted twice.
 */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjust, availableTo, hold, holdOf, redeem, release } from '../../../lib/ledger/hold-rules.ts';
import { isExpiryUntold, statusOf } from '../../../lib/ledger/rules.ts';
import { type GiftCardRecord, issue } from '../../../lib/resources/gift-cards/rules.ts';
import { ApiError } from '../../../lib/schema/errors.ts';
import { clockSkewSeconds, pastForAllClocks, toTimestamp } from '../../../lib/schema/times.ts';

const start = Date.parse('2026-05-06T07:08:09Z');
const at = (seconds: number): string => toTimestamp(start + seconds * 1000);

const actor = { type: 'api_key', name: 'Desk' } as const;
const how = (now: string) => ({ actor, now, transactionId: 'gct_2' });

const newCard = (balance: number): GiftCardRecord =>
  issue(
    { id: 'gcd_1', code: { last4: '2345', hash: 'hash' }, value: balance, currency: 'USD', site_id: null },
    how(at(0)),
  ).next;

/** What one function does at a moment, by a clock that is so many seconds fast. */
interface Deed {
  act: 'hold' | 'spend' | 'release' | 'adjust' | 'look';
  checkout: string;
  amount: number;
  /** Seconds that a hold is asked for. */
  lasts: number;
  /** Seconds since the deed before. */
  after: number;
  fast: number;
}

const deeds = fc.array(
  fc.record<Deed>({
    act: fc.constantFrom('hold', 'hold', 'spend', 'spend', 'release', 'adjust', 'look'),
    checkout: fc.constantFrom('one', 'two', 'three'),
    amount: fc.integer({ min: 0, max: 80 }),
    lasts: fc.integer({ min: 1, max: 12 }),
    after: fc.integer({ min: 0, max: 4 }),
    fast: fc.integer({ min: 0, max: clockSkewSeconds }),
  }),
  { minLength: 5, maxLength: 30 },
);

interface Held {
  amount: number;
  until: string;
}

/** A refusal leaves the card as it was; anything else is an error of the rules. */
function tried(card: GiftCardRecord, change: () => GiftCardRecord): GiftCardRecord {
  try {
    return change();
  } catch (error) {
    if (error instanceof ApiError) return card;
    throw error;
  }
}

interface State {
  card: GiftCardRecord;
  /** The hold that each checkout got in its reply. */
  told: Map<string, Held>;
}

type Act = (state: State, deed: Deed, now: string, second: number) => GiftCardRecord;

const acts: Readonly<Record<Deed['act'], Act>> = {
  hold: ({ card, told }, { checkout, amount, lasts }, now, second) =>
    tried(card, () => {
      const expires_at = at(second + lasts);
      const { next, held } = hold(card, { checkout_id: checkout, amount, currency: 'USD', expires_at }, now);
      const own = told.get(checkout);
      if (own && own.until > now) expect(held).toBeGreaterThanOrEqual(Math.min(amount, own.amount));
      told.set(checkout, { amount: held, until: expires_at });
      return next;
    }),
  spend({ card, told }, { checkout }, now) {
    const found = holdOf(card, checkout, now);
    if (!found) return card;
    told.delete(checkout);
    return redeem(card, { checkout_id: checkout, order_id: 'ord_1', amount: found.amount }, how(now)).next;
  },
  release({ card, told }, { checkout }, now) {
    told.delete(checkout);
    return release(card, checkout, now).next;
  },
  adjust: ({ card }, { amount }, now) => tried(card, () => adjust(card, { amount: -amount }, how(now)).next),
  look: ({ card }) => card,
};

/** One checkout after the other does something. */
function play(all: readonly Deed[]): void {
  const state: State = { card: newCard(100), told: new Map() };
  let second = 0;
  for (const deed of all) {
    second += deed.after;
    const now = at(second + deed.fast);
    const own = state.told.get(deed.checkout);
    if (own && own.until > now) {
      expect(holdOf(state.card, deed.checkout, now)?.amount).toBe(own.amount);
      expect(availableTo(state.card, deed.checkout, now)).toBeGreaterThanOrEqual(own.amount);
    }
    state.card = acts[deed.act](state, deed, now, second);
    // What may still be spent by the slowest clock is never more than there is.
    const promised = state.card.holds.filter(({ expires_at }) => expires_at > at(second));
    expect(promised.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(state.card.balance);
  }
}

test('a checkout finds the hold in its reply until its own clock has passed it, and no two spend the same', {
  tags: 'long',
}, () => {
  expect(() => fc.assert(fc.property(deeds, play), { numRuns: 3000, seed: 1 })).not.toThrow();
});

test('no caller sees a card as expired while it is active by some clock', () => {
  const expiry = at(30);
  const card = { ...newCard(100), expires_at: expiry };
  for (let second = 20; second < 45; second += 1) {
    const clocks = Array.from({ length: clockSkewSeconds + 1 }, (_, fast) => at(second + fast));
    const isActiveToSomebody = clocks.some((now) => statusOf(card, now) === 'active');
    const isTold = clocks.some((now) => isExpiryUntold(card, now));

    expect(isActiveToSomebody && isTold).toBe(false);
  }
});

test('anything removed for its age is past by every clock', () => {
  for (let fast = 0; fast <= clockSkewSeconds; fast += 1) expect(pastForAllClocks(at(fast)) <= at(0)).toBe(true);
});
