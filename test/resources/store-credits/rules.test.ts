import { describe, expect, test } from 'vitest';
import type { Transaction } from '../../../lib/ledger/fields.ts';
import { adjust, hold } from '../../../lib/ledger/hold-rules.ts';
import { movementOf } from '../../../lib/ledger/movement-rules.ts';
import { disable } from '../../../lib/ledger/rules.ts';
import { addEntriesAt, noSumsAt, stateAt } from '../../../lib/ledger/state-rules.ts';
import { rule } from '../../../lib/resources/store-credits/events.ts';
import {
  addUpByReason,
  close,
  forgetEntry,
  issue,
  openAfter,
  type StoreCreditRecord,
} from '../../../lib/resources/store-credits/rules.ts';

const now = '2026-05-06T07:08:09Z';
const later = '2026-05-06T08:00:00Z';

const how = (transactionId = 'sct_2') => ({ actor: { type: 'system', name: null }, now, transactionId }) as const;

const issuedCredit = (fields: object = {}) =>
  issue(
    { id: 'scr_1', customer_id: 'cus_1', value: 100, currency: 'USD', reason: 'goodwill', ...fields },
    how('sct_1'),
  );

const creditOf = (fields: Partial<StoreCreditRecord> = {}): StoreCreditRecord => ({
  ...issuedCredit().next,
  ...fields,
});

describe('a hold', () => {
  const request = { checkout_id: 'a', amount: 60, currency: 'USD', expires_at: later };

  test.each([
    [{ disabled_at: now }, 'The store credit is disabled'],
    [{ balance: 0 }, 'The store credit is used'],
    [{ expires_at: now }, 'The store credit is expired'],
    [{ currency: 'EUR' }, 'The store credit is in EUR'],
  ])('on a credit with %j is refused in words about store credit', (fields, message) => {
    expect(() => hold(creditOf(fields), request, now)).toThrow(message);
  });

  test('that has lapsed counts no more', () => {
    const { next } = hold(creditOf(), request, now);
    expect(() => adjust(next, { amount: -41 }, how())).toThrow('Balance cannot go below what open checkouts hold');
    expect(adjust(next, { amount: -41 }, { ...how(), now: '2026-05-06T08:00:06Z' }).next.balance).toBe(59);
  });
});

describe('the ids of credits with a balance', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => `scr_${1000 + index}`);

  test('gain a credit that gets a balance and lose one that has none, in the order of ids', () => {
    expect(
      openAfter(
        ['scr_2', 'scr_4'],
        [
          { id: 'scr_3', balance: 1 },
          { id: 'scr_4', balance: 0 },
          { id: 'scr_2', balance: 5 },
          { id: 'scr_1', balance: 0 },
        ],
      ),
    ).toEqual(['scr_2', 'scr_3']);
  });

  test('are at most 100, unless a refund adds one', () => {
    const added = [{ id: 'scr_9', balance: 1 }];
    expect(openAfter(hundred.slice(1), added)).toHaveLength(100);
    expect(() => openAfter(hundred, added)).toThrow('A customer can have at most 100 store credits with a balance');
    expect(openAfter(hundred, added, { isExempt: true })).toHaveLength(101);
  });

  test('may be more than 100 as long as a change adds none', () => {
    const more = [...hundred, 'scr_2000', 'scr_2001'];
    expect(openAfter(more, [{ id: 'scr_2000', balance: 3 }])).toHaveLength(102);
    expect(openAfter(more, [{ id: 'scr_2000', balance: 0 }])).toHaveLength(101);
    const swap = [
      { id: 'scr_2000', balance: 0 },
      { id: 'scr_3000', balance: 1 },
    ];
    expect(openAfter(more, swap)).toHaveLength(102);
  });
});

describe('a closed credit', () => {
  test('has no balance, holds and note, and an entry that takes the balance', () => {
    const { next: held } = hold(
      creditOf({ note: 'Phoned' }),
      { checkout_id: 'a', amount: 60, currency: 'USD', expires_at: later },
      now,
    );

    expect(close(held, now, 'sct_9')).toEqual({
      next: expect.objectContaining({ balance: 0, holds: [], note: null, closed_at: now, updated_at: now }),
      transaction: expect.objectContaining({ type: 'adjusted', amount: -100, balance: 0, note: 'Customer deleted' }),
    });
  });

  test('that had no balance gets no entry', () => {
    expect(close(creditOf({ balance: 0 }), now, 'sct_9')).toEqual({
      next: expect.objectContaining({ closed_at: now, balance: 0 }),
    });
  });
});

test.each<[object, object | undefined]>([
  [{}, undefined],
  [{ note: 'Customer deleted' }, undefined],
  [{ note: 'Phoned' }, { note: null }],
  [{ actor: { type: 'customer', name: null } }, undefined],
  [{ actor: { type: 'customer', name: 'ada@example.com' } }, { actor: { type: 'customer', name: null } }],
  [
    { note: 'Phoned', actor: { type: 'api_key', name: 'Till' } },
    { note: null, actor: { type: 'api_key', name: 'Till' } },
  ],
])('an entry with %j loses only what is personal', (fields, changed) => {
  const entry: Transaction = { ...issuedCredit().transaction, ...fields };

  expect(forgetEntry(entry)).toEqual(changed && { ...entry, ...changed });
});

test('the liability counts active and disabled credits by reason, and none past its expiry', () => {
  const at = '2026-06-01T00:00:00Z';
  const stateOf = (reason: StoreCreditRecord['reason'], fields: object = {}, isDisabled = false) => {
    const { next, transaction } = issuedCredit({ reason, ...fields });
    const last = isDisabled ? disable(next, how()) : { next };
    const sums = addEntriesAt(
      noSumsAt(at),
      [transaction, last.transaction].filter((entry) => entry !== undefined),
    );
    return { reason, state: stateAt(last.next, sums, []) };
  };
  const expires_at = '2026-05-20T00:00:00Z';

  expect(
    addUpByReason([
      stateOf('refund'),
      stateOf('refund', { value: 30 }),
      stateOf('goodwill', {}, true),
      stateOf('promotion', { expires_at }),
      stateOf('reward', { expires_at }, true),
      { reason: 'reward', state: undefined },
    ]),
  ).toEqual({
    refund: { credits: 2, balance: 130 },
    goodwill: { credits: 1, balance: 100 },
    promotion: { credits: 0, balance: 0 },
    reward: { credits: 0, balance: 0 },
  });
});

test('an entry that issues a credit for an order is a refund, and one without an order is free', () => {
  const { transaction } = issuedCredit({ order_id: 'ord_1' });

  expect(movementOf('store_credits', transaction)).toBe('refunded');
  expect(movementOf('gift_cards', transaction)).toBe('sold');
  expect(movementOf('store_credits', issuedCredit().transaction)).toBe('issued_free');
});

test('the event of an expiry contains the balance and the customer', () => {
  const before = creditOf({ expires_at: now });
  const key = { store: 'sto_1', partition: ['CREDIT', 'scr_1'], sort: ['CREDIT'] };

  expect(rule.toEvents(before, { ...before, expiry_told: now }, key)).toEqual([
    { type: 'store_credit.expired', id: 'scr_1', data: { balance: 100, customer_id: 'cus_1' } },
  ]);
});
