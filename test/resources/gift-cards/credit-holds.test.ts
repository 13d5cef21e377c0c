/** The rules of store credits in a checkout. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdOf } from '../../../lib/ledger/hold-rules.ts';
import { holdAmong, holdCredits, type Payer } from '../../../lib/resources/gift-cards/checkout-rules.ts';
import type { GiftCardRecord } from '../../../lib/resources/gift-cards/rules.ts';
import type { StoreCreditRecord } from '../../../lib/resources/store-credits/rules.ts';

const now = '2026-05-06T07:08:09Z';
const past = '2026-05-06T07:08:08Z';
const soon = '2026-05-07T00:00:00Z';
const late = '2026-06-01T00:00:00Z';
const later = '2026-05-06T08:00:00Z';

/** Some hold of checkout `c`. */
const held = (amount: number | undefined, expires_at = later) =>
  amount === undefined ? [] : [{ checkout_id: 'c', amount, asked: amount, expires_at }];

const account = { currency: 'USD', initial_value: 100, balance: 100, note: null, disabled_at: null, expires_at: null };

const written = {
  ...{ last_transaction_id: 'sct_1', created_at: past, updated_at: past },
  last_entry: { type: 'issued', amount: 100, order_id: null } as const,
};

const creditOf = (id: string, fields: Partial<StoreCreditRecord> = {}): StoreCreditRecord => ({
  ...{ id: `scr_${id}`, customer_id: 'cus_1', reason: 'goodwill', holds: [], ...account, ...written },
  ...fields,
});

const cardOf = (id: string, amount?: number): GiftCardRecord => ({
  ...{ id: `gcd_${id}`, last4: 'ABCD', code_hash: 'hash', ...account, ...written },
  ...{ site_id: null, locales: [], recipient_email: null, message: null, holds: held(amount) },
});

const request = { checkout_id: 'c', customer_id: 'cus_1', amount: 150, currency: 'USD', expires_at: later };

/** The holds of the checkout as `id amount`. */
const shown = (holds: ReturnType<typeof holdCredits>['holds']) =>
  holds.map((hold) => `${'gift_card_id' in hold ? hold.gift_card_id : hold.store_credit_id} ${hold.held}`);

const otherHold = { checkout_id: 'other', amount: 100, asked: 100, expires_at: later };

describe('store credits that join a checkout', () => {
  const [old, young] = [creditOf('1'), creditOf('2')];

  test.each<[string, GiftCardRecord[], StoreCreditRecord[], object, string[], number]>([
    ['the oldest credit is the first', [], [young, old], {}, ['scr_1 100', 'scr_2 50'], 0],
    [
      'the credit that expires soonest is the first, and one that never expires the last',
      [],
      [old, creditOf('3', { expires_at: late }), creditOf('4', { expires_at: soon })],
      { amount: 250 },
      ['scr_4 100', 'scr_3 100', 'scr_1 50'],
      0,
    ],
    ['credits that are not needed hold nothing', [], [old, young], { amount: 100 }, ['scr_1 100'], 0],
    ['credits hold what the gift cards leave', [cardOf('a', 120)], [old], {}, ['gcd_a 120', 'scr_1 30'], 0],
    ['credits hold nothing beside a gift card that covers the amount', [cardOf('a', 200)], [old], {}, ['gcd_a 200'], 0],
    ['credits hold at most `at_most` together', [], [old, young], { at_most: 120 }, ['scr_1 100', 'scr_2 20'], 30],
    ['credits hold nothing with an `at_most` of 0', [], [creditOf('1', { holds: held(70) })], { at_most: 0 }, [], 150],
    ['an expired credit holds nothing', [], [creditOf('1', { expires_at: past }), young], {}, ['scr_2 100'], 50],
    ['a disabled credit holds nothing', [], [creditOf('1', { disabled_at: past }), young], {}, ['scr_2 100'], 50],
    ['funds of another checkout stay', [], [creditOf('1', { holds: [otherHold] }), young], {}, ['scr_2 100'], 50],
    [
      'a repeated call replaces the holds',
      [],
      [creditOf('1', { holds: held(100) }), young],
      { amount: 40 },
      ['scr_1 40'],
      0,
    ],
    [
      'an expired credit keeps what it holds, and no more',
      [],
      [creditOf('1', { expires_at: past, holds: held(30) }), young],
      {},
      ['scr_1 30', 'scr_2 100'],
      20,
    ],
    [
      'a disabled credit keeps no more than `at_most`',
      [],
      [creditOf('1', { disabled_at: past, holds: held(30) }), young],
      { at_most: 20 },
      ['scr_1 20'],
      130,
    ],
    [
      'the hold of a disabled credit that has lapsed ends',
      [],
      [creditOf('1', { disabled_at: past, holds: held(30, past) })],
      {},
      [],
      150,
    ],
    [
      'the hold of another customer ends',
      [],
      [creditOf('1', { customer_id: 'cus_2', holds: held(30) }), young],
      {},
      ['scr_2 100'],
      50,
    ],
  ])('%s', (_, cards, credits, fields, holds, remainder) => {
    const outcome = holdCredits(cards, credits, { ...request, ...fields }, now);

    expect(shown(outcome.holds)).toEqual(holds);
    expect(outcome.remainder).toBe(remainder);
    const changed = new Map(outcome.changes.map(({ next }) => [next.id, next]));
    const after = credits.map((credit) => changed.get(credit.id) ?? credit);
    const sum = after.reduce((total, credit) => total + (holdOf(credit, 'c', now)?.amount ?? 0), 0);
    expect(outcome.held).toBe(sum);
    for (const credit of after)
      expect(credit.holds.filter((hold) => hold.checkout_id === 'other')).toEqual(
        credits.find(({ id }) => id === credit.id)?.holds.filter((hold) => hold.checkout_id === 'other'),
      );
  });

  test('only credits that hold something for the checkout, before or after, are written', () => {
    const [first, ...others] = Array.from({ length: 60 }, (_, index) => creditOf(String(100 + index)));
    const leaving = creditOf('999', { holds: held(10) });

    const { changes } = holdCredits([], [leaving, ...others, first ?? old], { ...request, amount: 100 }, now);

    expect(changes.map(({ next }) => next.id)).toEqual(['scr_100', 'scr_999']);
    expect(changes.at(-1)?.next.holds).toEqual([]);
  });

  test('the same call changes nothing', () => {
    const { changes } = holdCredits([], [old, young], request, now);
    const again = holdCredits(
      [],
      changes.map(({ next }) => next),
      request,
      now,
    );

    expect(again.changes).toEqual([]);
    expect(again.held).toBe(150);
  });

  test('a repeated call holds what has become free since', () => {
    const shared = creditOf('1', { holds: [{ ...otherHold, amount: 60 }] });
    const [{ next } = { next: shared }] = holdCredits([], [shared], request, now).changes;
    const free = { ...next, holds: next.holds.filter(({ checkout_id }) => checkout_id === 'c') };

    expect(holdOf(next, 'c', now)?.amount).toBe(40);
    expect(holdCredits([], [free], request, now).held).toBe(100);
  });

  test('credits and gift cards are at most ten payments together', () => {
    const credits = Array.from({ length: 12 }, (_, index) => creditOf(String(100 + index)));
    const cards = Array.from({ length: 3 }, (_, index) => cardOf(String(index), 0));
    const all = { ...request, amount: 5000 };

    expect(holdCredits([], credits, all, now).holds).toHaveLength(10);
    expect(holdCredits(cards, credits, all, now).holds).toHaveLength(10);
    expect(
      holdCredits(
        Array.from({ length: 10 }, () => cardOf('a', 0)),
        credits,
        all,
        now,
      ).held,
    ).toBe(0);
  });

  test.each([
    [undefined, 3, 7],
    [66, 3, 7],
    [67, 3, 6],
    [90, 2, 0],
  ])('an order with %j lines and %i gift cards can have %i store credits', (lines, cardCount, creditCount) => {
    const credits = Array.from({ length: 12 }, (_, index) => creditOf(String(100 + index)));
    const cards = Array.from({ length: cardCount }, (_, index) => cardOf(String(index), 0));

    const { holds } = holdCredits(cards, credits, { ...request, amount: 5000, lines }, now);

    expect(holds).toHaveLength(cardCount + creditCount);
  });

  test.each<[string, GiftCardRecord[], StoreCreditRecord[], object, string]>([
    ['a credit in another currency', [], [old], { currency: 'EUR' }, 'The store credit is in USD'],
    ['a gift card in another currency', [cardOf('a', 10)], [old], { currency: 'EUR' }, 'The gift card is in USD'],
    ['an expiry in the past', [], [], { expires_at: past }, 'expires_at must be in the future'],
    [
      'more lines than the payments allow',
      [cardOf('a', 10), cardOf('b', 10), cardOf('c', 10)],
      [old],
      { lines: 88 },
      'An order with 3 payments can have at most 87 lines',
    ],
  ])('%s is refused', (_, cards, credits, fields, message) => {
    expect(() => holdCredits(cards, credits, { ...request, ...fields }, now)).toThrow(message);
  });

  test('held and remaining amounts add up to the amount, for any balances, expiry times and limits', () => {
    const balances = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.constantFrom(null, soon, late)), {
      maxLength: 14,
    });
    void fc.assert(
      fc.property(balances, fc.nat(2000), fc.option(fc.nat(2000)), (given, amount, at_most) => {
        const credits = given.map(([balance, expires_at], index) =>
          creditOf(String(100 + index), { balance, expires_at }),
        );
        const { holds, remainder, held: sum } = holdCredits([], credits, { ...request, amount, at_most }, now);

        expect(sum + remainder).toBe(amount);
        expect(sum).toBeLessThanOrEqual(at_most ?? amount);
        expect(holds.length).toBeLessThanOrEqual(10);
        expect(holds.every((hold) => hold.held > 0)).toBe(true);
      }),
    );
  });
});

describe('a gift card that joins a checkout with store credits', () => {
  const credit = creditOf('1', { holds: held(100) });

  test.each<[string, Payer[], GiftCardRecord, number, string[], number]>([
    ['holds what they leave', [credit], cardOf('a'), 150, ['scr_1 100', 'gcd_a 50'], 0],
    ['is before them if it was before', [cardOf('a', 20), credit], cardOf('a', 20), 150, ['gcd_a 100', 'scr_1 100'], 0],
    ['holds 0 if they cover the amount', [credit], cardOf('a'), 90, ['scr_1 100', 'gcd_a 0'], 0],
  ])('%s', (_, joined, card, amount, holds, remainder) => {
    const outcome = holdAmong(joined, card, { ...request, amount }, now);

    expect(shown(outcome.holds)).toEqual(holds);
    expect(outcome.remainder).toBe(remainder);
  });

  test('is refused as the eleventh payment', () => {
    const credits = Array.from({ length: 10 }, (_, index) => creditOf(String(100 + index), { holds: held(1) }));

    expect(() => holdAmong(credits, cardOf('a'), request, now)).toThrow('A checkout holds at most 10 payments');
  });

  test('is refused beside a credit in another currency', () => {
    const other = creditOf('1', { currency: 'EUR', holds: held(1) });

    expect(() => holdAmong([other], cardOf('a'), request, now)).toThrow('The store credit is in EUR');
  });
});
