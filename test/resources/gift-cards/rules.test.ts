import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adjust, availableTo, heldOf, hold, holdOf, redeem, release } from '../../../lib/ledger/hold-rules.ts';
import {
  type Change,
  disable,
  enable,
  isExpiryUntold,
  laterId,
  refund,
  statusOf,
  update,
} from '../../../lib/ledger/rules.ts';
import {
  displayCode,
  forgetRecipient,
  type GiftCardRecord,
  issue,
  normaliseCode,
  replaceCode,
  view,
} from '../../../lib/resources/gift-cards/rules.ts';
import { ApiError } from '../../../lib/schema/errors.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';

const now = '2026-05-06T07:08:09Z';
const past = '2026-05-06T07:08:08Z';
const future = '2026-05-06T07:08:10Z';

const how = { actor: { type: 'api_key', name: 'Desk' }, now, transactionId: 'gct_2' } as const;

const cardOf = (fields: Partial<GiftCardRecord> = {}): GiftCardRecord => ({
  id: 'gcd_1',
  last4: '2345',
  code_hash: 'hash',
  currency: 'USD',
  initial_value: 100,
  balance: 100,
  site_id: null,
  locales: [],
  recipient_email: null,
  message: null,
  note: null,
  expires_at: null,
  disabled_at: null,
  holds: [],
  last_entry: { type: 'issued', amount: 100, order_id: null },
  last_transaction_id: 'gct_1',
  created_at: past,
  updated_at: past,
  ...fields,
});

const holdOfCheckout = (checkout_id: string, amount: number, expires_at = future) => ({
  checkout_id,
  amount,
  asked: amount,
  expires_at,
});

describe('what a checkout could spend', () => {
  const holds = [
    { checkout_id: 'a', amount: 30, asked: 30, expires_at: future },
    { checkout_id: 'b', amount: 20, asked: 20, expires_at: future },
  ];

  test.each([
    ['a', {}, 80],
    ['b', {}, 70],
    ['c', {}, 50],
    [undefined, {}, 50],
    ['a', { disabled_at: past }, 30],
    ['a', { expires_at: past }, 30],
    ['c', { disabled_at: past }, 0],
    [undefined, { expires_at: past }, 0],
    ['a', { balance: 0, holds: [] }, 0],
  ])('for checkout %s of a card with %j is %i', (checkout, fields, available) => {
    expect(availableTo(cardOf({ holds, ...fields }), checkout, now)).toBe(available);
  });

  test('is what it may set its hold to, also in the seconds in which others still wait for it to end', () => {
    const card = cardOf({ holds: [{ checkout_id: 'a', amount: 30, asked: 30, expires_at: now }] });
    expect(availableTo(card, 'a', now)).toBe(100);
    expect(availableTo(card, 'b', now)).toBe(70);
    expect(availableTo({ ...card, disabled_at: past }, 'a', now)).toBe(0);
  });
});

test('a card under another code keeps all but its recipient, where one is given', () => {
  const card = cardOf({ recipient_email: 'ada@example.com', message: 'Hello', holds: [] });
  const code = { hash: 'other', last4: '6789' };
  const replaced = { ...card, code_hash: 'other', last4: '6789', mail_queued_at: now, updated_at: now };

  expect(replaceCode(card, { code }, now)).toEqual(replaced);
  expect(replaceCode(card, { code, recipient_email: null }, now)).toEqual(replaced);
  expect(replaceCode(card, { code, recipient_email: 'grace@example.com' }, now)).toEqual({
    ...replaced,
    recipient_email: 'grace@example.com',
  });
});

describe('a card issued', () => {
  const input = {
    id: 'gcd_1',
    code: { hash: 'hash', last4: '2345' },
    value: 100,
    currency: 'USD',
    site_id: null,
  };

  test('has its value as balance, and an entry of it', () => {
    const { next, transaction } = issue({ ...input, message: 'Hello' }, how);
    expect(next).toEqual(cardOf({ last_transaction_id: 'gct_2', created_at: now, updated_at: now }));
    expect(transaction).toEqual({
      id: 'gct_2',
      type: 'issued',
      amount: 100,
      balance: 100,
      order_id: null,
      note: null,
      actor: how.actor,
      created_at: now,
    });
  });

  test('keeps its message only with a recipient', () => {
    const recipient_email = 'grace@example.com';
    expect(issue({ ...input, recipient_email, message: 'Hello' }, how).next).toMatchObject({
      recipient_email,
      message: 'Hello',
    });
  });

  test.each([past, now])('is refused with the expiry %s', (expires_at) => {
    expect(() => issue({ ...input, expires_at }, how)).toThrow('expires_at must be in the future');
  });

  test('has the expiry and the note that were asked for, which its entry does not carry', () => {
    const { next, transaction } = issue({ ...input, expires_at: future, note: 'Contest' }, how);
    expect(next).toMatchObject({ expires_at: future, note: 'Contest' });
    expect(transaction.note).toBeNull();
  });

  test('by an order names it, and its customer', () => {
    const purchase = { order_id: 'ord_1', customer_id: 'cus_1' };
    const { next, transaction } = issue({ ...input, purchase }, how);
    expect(transaction.order_id).toBe('ord_1');
    expect(next).toMatchObject(purchase);
  });
});

test.each([
  [{ disabled_at: past, balance: 0, expires_at: past }, 'disabled'],
  [{ disabled_at: past }, 'disabled'],
  [{ balance: 0, expires_at: past }, 'used'],
  [{ balance: 0 }, 'used'],
  [{ expires_at: past }, 'expired'],
  [{ expires_at: now }, 'expired'],
  [{ expires_at: future }, 'active'],
  [{}, 'active'],
])('a card with %j is %s', (fields, status) => {
  expect(statusOf(cardOf(fields), now)).toBe(status);
  expect(view(cardOf(fields), now).status).toBe(status);
});

test('a card is shown with the fields of the contract, neither hash nor holds', () => {
  expect(view(cardOf({ holds: [holdOfCheckout('a', 50)] }), now)).toEqual({
    id: 'gcd_1',
    last4: '2345',
    currency: 'USD',
    initial_value: 100,
    balance: 100,
    status: 'active',
    recipient_email: null,
    message: null,
    note: null,
    expires_at: null,
    disabled_at: null,
    created_at: past,
    updated_at: past,
  });
});

test('an update may repeat an expiry that has passed, and set no other that has', () => {
  const card = cardOf({ expires_at: past, note: 'Old' });
  expect(update(card, { expires_at: past }, now)).toEqual({ next: { ...card, note: null, updated_at: now } });
  expect(update(card, {}, now).next).toMatchObject({ expires_at: null, note: null });
  expect(() => update(card, { expires_at: now }, now)).toThrow('expires_at must be in the future');
  expect(update(card, { expires_at: future }, now).next.expires_at).toBe(future);
});

describe('an adjustment', () => {
  const held = { holds: [holdOfCheckout('a', 60), holdOfCheckout('b', 40, '2026-05-06T07:08:04Z')] };

  test.each([
    [{}, -100, 0],
    [{}, 9_999_900, 10_000_000],
    [held, -40, 60],
    [{ ...held, balance: 50 }, 5, 55],
    [{ balance: 10_000_001 }, -1, 10_000_000],
    // A refund can lift a balance above the limit; a step down from there is not above it.
    [{ balance: 10_000_002 }, -1, 10_000_001],
  ])('of %j by %i leaves %i', (fields, amount, balance) => {
    const { next, transaction } = adjust(cardOf(fields), { amount, note: 'Why' }, how);
    expect(next).toMatchObject({ balance, updated_at: now, last_transaction_id: 'gct_2' });
    expect(transaction).toMatchObject({ type: 'adjusted', amount, balance, order_id: null, note: 'Why' });
  });

  test.each([
    [{}, -101, 'Balance cannot go below zero'],
    [held, -101, 'Balance cannot go below zero'],
    [held, -41, 'Balance cannot go below what open checkouts hold'],
    [{}, 9_999_901, 'Balance cannot exceed 10000000'],
    [{}, Number.MAX_SAFE_INTEGER, 'Balance cannot exceed 10000000'],
  ])('of %j by %i is refused: %s', (fields, amount, message) => {
    expect(() => adjust(cardOf(fields), { amount }, how)).toThrow(message);
  });
});

test('disabling and enabling are entries of 0, and none where nothing changes', () => {
  const disabled = cardOf({ disabled_at: past });
  expect(disable(cardOf(), how)).toMatchObject({
    next: { disabled_at: now, balance: 100 },
    transaction: { type: 'disabled', amount: 0, balance: 100 },
  });
  expect(enable(disabled, how)).toMatchObject({
    next: { disabled_at: null },
    transaction: { type: 'enabled', amount: 0, balance: 100 },
  });
  expect(disable(disabled, how)).toEqual({ next: disabled });
  expect(enable(cardOf(), how)).toEqual({ next: cardOf() });
});

describe('a hold', () => {
  const request = { checkout_id: 'a', amount: 70, currency: 'USD', expires_at: future };

  test('takes what is free and no more', () => {
    const first = hold(cardOf(), request, now);
    const second = hold(first.next, { ...request, checkout_id: 'b' }, now);
    const third = hold(second.next, { ...request, checkout_id: 'c' }, now);
    expect([first.held, second.held, third.held]).toEqual([70, 30, 0]);
    expect(heldOf(third.next, now)).toBe(100);
  });

  test("replaces its checkout's last one; the same again holds what it held", () => {
    const first = hold(cardOf(), request, now).next;
    const second = hold(first, { ...request, checkout_id: 'b' }, now).next;
    expect(hold(second, { ...request, checkout_id: 'b' }, now)).toEqual({ next: second, held: 30 });
    expect(hold(second, { ...request, amount: 10 }, now).next.holds).toHaveLength(2);
    expect(heldOf(hold(second, { ...request, amount: 10 }, now).next, now)).toBe(40);
  });

  test('is set again by another expiry, and by nothing else the same request again is', () => {
    const first = hold(cardOf(), request, now).next;
    const later = '2026-05-06T07:08:11Z';
    expect(hold(first, { ...request, expires_at: later }, now)).toMatchObject({
      held: 70,
      next: { holds: [{ amount: 70, expires_at: later }] },
    });
    const disabled = { ...first, disabled_at: now };
    expect(hold(disabled, request, now)).toEqual({ next: disabled, held: 70 });
    expect(() => hold(disabled, { ...request, expires_at: later }, now)).toThrow('The gift card is disabled');
  });

  test('of less than was asked stays what it was, even when more is free by then', () => {
    const partial = hold(cardOf({ balance: 50 }), request, now);
    expect(partial.held).toBe(50);
    expect(hold({ ...partial.next, balance: 100 }, request, now).held).toBe(50);
  });

  test('is found by its checkout while it counts', () => {
    const [one, other] = [holdOfCheckout('a', 60), holdOfCheckout('b', 20, now)];
    const card = cardOf({ holds: [other, one] });
    expect(holdOf(card, 'a', now)).toEqual(one);
    expect(holdOf(card, 'b', now)).toBeUndefined();
    expect(holdOf(card, 'b', past)).toEqual(other);
    expect(holdOf(card, 'c', now)).toBeUndefined();
  });

  test('counts against others until five seconds after its expiry, as clocks differ', () => {
    const card = cardOf({ holds: [holdOfCheckout('b', 100, now)] });
    const later = (seconds: number) => toTimestamp(Date.parse(now) + seconds * 1000);
    const asked = { ...request, expires_at: later(60) };
    expect(hold(card, asked, later(4))).toMatchObject({ held: 0 });
    expect(hold(card, asked, later(5))).toMatchObject({ held: 70, next: { holds: [{ checkout_id: 'a' }] } });
    expect(hold(card, request, past)).toMatchObject({ held: 0 });
  });

  test.each([
    [{ disabled_at: past }, {}, 'The gift card is disabled', 'code'],
    [{ expires_at: now }, {}, 'The gift card is expired', 'code'],
    [{ balance: 0 }, {}, 'The gift card is used', 'code'],
    [{}, { currency: 'EUR' }, 'The gift card is in USD', 'currency'],
    [{}, { expires_at: now }, 'expires_at must be in the future', 'expires_at'],
  ])('of %j by %j is refused: %s', (fields, changes, message, field) => {
    const refusal = expect.objectContaining({ message, fields: [field] });
    expect(() => hold(cardOf(fields), { ...request, ...changes }, now)).toThrow(refusal);
  });

  test('is refused where as many checkouts as may hold the card already', () => {
    const nameOf = (n: number) => `${'😀'.repeat(251)}${String(n).padStart(4, '0')}`;
    const fitting = Math.floor(limits.giftCardHoldBytes / (100 + 1008));
    const holds = Array.from({ length: fitting }, (_, n) => holdOfCheckout(nameOf(n), 0));
    const another = { ...request, checkout_id: nameOf(fitting) };
    expect(() => hold(cardOf({ holds }), another, now)).toThrow('Too many checkouts hold the gift card');
    expect(hold(cardOf({ holds: holds.slice(1) }), another, now).held).toBe(70);
    expect(hold(cardOf({ holds }), { ...request, checkout_id: nameOf(0) }, now).held).toBe(70);
  });

  test('released or spent, frees what is left of it', () => {
    const card = cardOf({ holds: [holdOfCheckout('a', 60), holdOfCheckout('b', 20)], disabled_at: past });
    expect(release(card, 'a', now)).toMatchObject({ released: 60, next: { holds: [{ checkout_id: 'b' }] } });
    expect(release(card, 'c', now)).toMatchObject({ released: 0 });

    const spent = redeem(card, { checkout_id: 'a', order_id: 'ord_1', amount: 45 }, how);
    expect(spent).toMatchObject({
      next: { balance: 55, holds: [{ checkout_id: 'b' }] },
      transaction: { type: 'redeemed', amount: -45, balance: 55, order_id: 'ord_1' },
    });
    expect(redeem(card, { checkout_id: 'a', order_id: 'ord_1', amount: 0 }, how).transaction).toBeUndefined();
    expect(refund(spent.next, { order_id: 'ord_1', amount: 45 }, how)).toMatchObject({
      next: { balance: 100 },
      transaction: { type: 'refunded', amount: 45, balance: 100 },
    });
  });
});

test('a balance never leaves its bounds by any caller: the change fails', () => {
  const spend = { checkout_id: 'a', order_id: 'ord_1', amount: 101 };
  expect(() => redeem(cardOf(), spend, how)).toThrow('A balance left its bounds');
  const most = { order_id: 'ord_1', amount: Number.MAX_SAFE_INTEGER };
  expect(() => refund(cardOf(), most, how)).toThrow('A balance left its bounds');
  expect(refund(cardOf({ balance: 0 }), most, how).next.balance).toBe(Number.MAX_SAFE_INTEGER);
});

const text = fc.string({ unit: fc.constantFrom('0', '1', '9', 'a', 'y', 'z'), minLength: 1, maxLength: 6 });

test.each([
  ['gct_01', 'gct_02', 'gct_02'],
  ['gct_02', 'gct_02', 'gct_03'],
  ['gct_0h', 'gct_01', 'gct_0j'],
  ['gct_0zz', 'gct_01z', 'gct_100'],
])('after the entry %s, where %s was made, comes %s', (last, candidate, next) => {
  expect(laterId(last, candidate)).toBe(next);
});

test('the next id is greater than the last one, by any clock, and as long', () => {
  void fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), text, text, (length, one, other) => {
      const last = `gct_${one.padEnd(length, '0')}`;
      const candidate = `gct_${other.padEnd(last.length - 4, '0').slice(0, last.length - 4)}`;
      fc.pre(/[^z]/.test(last.slice(4)));
      const next = laterId(last, candidate);
      expect(next > last).toBe(true);
      expect(next).toHaveLength(last.length);
      if (candidate > last) expect(next).toBe(candidate);
    }),
  );
});

test('any run of changes keeps the balance the sum of the entries, and the holds within the balance', () => {
  type Step = (card: GiftCardRecord, circumstances: typeof how) => Change<GiftCardRecord> | undefined;
  const amounts = fc.integer({ min: 1, max: 150 });
  const checkouts = fc.constantFrom('a', 'b', 'c');
  const steps: fc.Arbitrary<Step> = fc.oneof(
    fc.integer({ min: -150, max: 150 }).map(
      (amount): Step =>
        (card, at) =>
          adjust(card, { amount }, at),
    ),
    fc.tuple(checkouts, amounts).map(
      ([checkout_id, amount]): Step =>
        (card) => ({ next: hold(card, { checkout_id, amount, currency: 'USD', expires_at: future }, now).next }),
    ),
    checkouts.map(
      (checkout): Step =>
        (card) => ({ next: release(card, checkout, now).next }),
    ),
    fc.tuple(checkouts, amounts).map(
      ([checkout_id, amount]): Step =>
        (card, at) => {
          const held = card.holds.find((each) => each.checkout_id === checkout_id)?.amount ?? 0;
          return redeem(card, { checkout_id, order_id: 'ord_1', amount: Math.min(amount, held) }, at);
        },
    ),
    amounts.map(
      (amount): Step =>
        (card, at) =>
          refund(card, { order_id: 'ord_1', amount }, at),
    ),
    fc.constant<Step>(disable),
    fc.constant<Step>(enable),
  );

  void fc.assert(
    fc.property(fc.array(steps, { maxLength: 30 }), (run) => {
      let card = cardOf();
      let [sum, last] = [card.balance, card.last_transaction_id];
      for (const step of run) {
        const change = accepted(() => step(card, how));
        if (!change) continue;
        card = change.next;
        sum += change.transaction?.amount ?? 0;
        if (change.transaction) expect(change.transaction.id > last).toBe(true);
        last = card.last_transaction_id;
        expect(card.balance).toBe(sum);
        expect(heldOf(card, now)).toBeLessThanOrEqual(card.balance);
        expect(card.balance).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

/** What a rule refuses changes nothing; any other error is a failure. */
function accepted<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

test('a code is the same however it is typed, and is shown in seven groups of four', () => {
  const code = 'ABCDEFGHJKLMNPQRSTUVWXYZ2345';
  const shown = 'ABCD-EFGH-JKLM-NPQR-STUV-WXYZ-2345';
  expect(displayCode(code)).toBe(shown);
  for (const typed of [code, shown, shown.toLowerCase(), ` ${shown.replaceAll('-', ' ')}\n`]) {
    expect(normaliseCode(typed)).toBe(code);
  }
});

test('an expiry is reported five seconds after it, once', () => {
  const expires_at = '2026-05-06T07:08:09Z';
  const told = (at: string, fields: Partial<GiftCardRecord> = {}) =>
    isExpiryUntold(cardOf({ expires_at, ...fields }), at);

  expect(told('2026-05-06T07:08:13Z')).toBe(false);
  expect(told('2026-05-06T07:08:14Z')).toBe(true);
  expect(told('2026-05-06T07:08:14Z', { expiry_told: expires_at })).toBe(false);
  expect(told('2026-05-06T07:08:14Z', { expiry_told: '2026-01-01T00:00:00Z' })).toBe(true);
  expect(told('2026-05-06T07:08:14Z', { expires_at: null })).toBe(false);
});

test('a card forgets what was written to its recipient, and where; one without a recipient stays', () => {
  const forgotten = { recipient_email: null, message: null, updated_at: now };

  expect(forgetRecipient(cardOf(), now)).toBeUndefined();
  expect(forgetRecipient(cardOf({ recipient_email: 'ada@example.com', message: 'Hi' }), now)).toEqual(
    cardOf(forgotten),
  );
  expect(forgetRecipient(cardOf({ message: 'Hi' }), now)).toEqual(cardOf(forgotten));
  expect(forgetRecipient(cardOf({ recipient_email: 'ada@example.com' }), now)).toEqual(cardOf(forgotten));
});
