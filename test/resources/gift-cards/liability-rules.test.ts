import { describe, expect, test } from 'vitest';
import type { Extension } from '../../../lib/ledger/rules.ts';
import { addEntriesAt, noSumsAt, stateAt as stateOf, timeTold } from '../../../lib/ledger/state-rules.ts';
import type { GiftCardTransaction } from '../../../lib/resources/gift-cards/fields.ts';
import { addUp } from '../../../lib/resources/gift-cards/ledger-rules.ts';
import type { GiftCardRecord } from '../../../lib/resources/gift-cards/rules.ts';

describe('the time that a report shows', () => {
  const now = '2026-05-06T07:08:09Z';

  test('is a minute ago where none is given, and as late at most', () => {
    expect(timeTold({}, now)).toBe('2026-05-06T07:07:09Z');
    expect(timeTold({ at: null, after: null }, now)).toBe('2026-05-06T07:07:09Z');
    expect(timeTold({ at: '2026-05-06T07:07:09Z' }, now)).toBe('2026-05-06T07:07:09Z');
    expect(timeTold({ at: '2025-01-01T00:00:00Z' }, now)).toBe('2025-01-01T00:00:00Z');
    expect(() => timeTold({ at: '2026-05-06T07:07:10Z' }, now)).toThrow('at must be a minute ago or earlier');
  });

  test('of a page that follows is that of the first, also by a clock that is five seconds behind', () => {
    expect(timeTold({ at: '2026-05-06T07:07:14Z', after: 'gcd_1' }, now)).toBe('2026-05-06T07:07:14Z');
    expect(() => timeTold({ at: '2026-05-06T07:07:15Z', after: 'gcd_1' }, now)).toThrow('at must be a minute ago');
    expect(() => timeTold({ after: 'gcd_1' }, now)).toThrow('at is required with after');
  });
});

const card: GiftCardRecord = {
  ...{ id: 'gcd_1', last4: '2345', code_hash: 'hash', currency: 'USD', initial_value: 100, balance: 7, site_id: null },
  ...{ recipient_email: null, message: null, note: null, expires_at: '2026-01-06T00:00:00Z', disabled_at: null },
  ...{
    locales: [],
    holds: [],
    last_entry: { type: 'issued', amount: 100, order_id: null },
    last_transaction_id: 'gct_1',
  },
  ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
};

const entry = (day: number, type: GiftCardTransaction['type'], amount = 0): GiftCardTransaction => ({
  ...{ id: `gct_${day}`, type, amount, balance: 0, order_id: null, note: null },
  ...{ actor: { type: 'api_key', name: 'Desk' }, created_at: `2026-01-0${day}T00:00:00Z` },
});

/** What a card was at a time, by entries that are read one at a time. */
function stateAt(entries: readonly GiftCardTransaction[], time: string, extensions: readonly Extension[] = []) {
  return stateOf(
    card,
    entries.reduce((sums, each) => addEntriesAt(sums, [each]), noSumsAt(time)),
    extensions,
  );
}

describe('what a card was at a time', () => {
  const entries = [entry(1, 'issued', 100), entry(3, 'redeemed', -40), entry(4, 'disabled'), entry(5, 'enabled')];
  const at = (time: string, some = entries) => stateAt(some, `2026-01-${time}Z`);

  test('is nothing before it was issued, then what its entries make of it, to the second', () => {
    expect(stateAt(entries, '2025-12-31T23:59:59Z')).toBeUndefined();
    expect(at('01T00:00:00')).toEqual({ status: 'active', balance: 100 });
    expect(at('02T23:59:59')).toEqual({ status: 'active', balance: 100 });
    expect(at('03T00:00:00')).toEqual({ status: 'active', balance: 60 });
    expect(at('04T12:00:00')).toEqual({ status: 'disabled', balance: 60 });
    expect(at('05T12:00:00')).toEqual({ status: 'active', balance: 60 });
    expect(at('06T12:00:00')).toEqual({ status: 'expired', balance: 60 });
  });

  test('is expired from the second of an expiry until the second in which the card is extended', () => {
    const extended = [{ expired_at: '2026-01-02T00:00:00Z', extended_at: '2026-01-04T08:00:00Z' }];
    const of = (time: string) => stateAt([entry(1, 'issued', 100)], `2026-01-${time}Z`, extended)?.status;

    expect(['01T23:59:59', '02T00:00:00', '04T07:59:59'].map(of)).toEqual(['active', 'expired', 'expired']);
    expect(['04T08:00:00', '05T23:59:59', '06T00:00:00'].map(of)).toEqual(['active', 'active', 'expired']);
  });

  test('is expired after its expiry even if the card is disabled, and disabled if its balance is 0', () => {
    const disabled = [entry(1, 'issued', 100), entry(4, 'disabled')];

    expect(at('05T12:00:00', disabled)).toEqual({ status: 'disabled', balance: 100 });
    expect(at('06T12:00:00', disabled)).toEqual({ status: 'expired', balance: 100 });
    expect(at('06T12:00:00', [...disabled, entry(5, 'redeemed', -100)])).toEqual({ status: 'disabled', balance: 0 });
  });

  test('ends with the first later entry, with any clocks in those behind it', () => {
    expect(at('03T00:00:00', [entry(1, 'issued', 100), entry(4, 'adjusted', 5), entry(2, 'redeemed', -100)])).toEqual({
      status: 'active',
      balance: 100,
    });
  });

  test('is used where nothing was left, though it is full again now', () => {
    const used = [entry(1, 'issued', 100), entry(2, 'redeemed', -100), entry(4, 'refunded', 30)];

    expect(at('03T00:00:00', used)).toEqual({ status: 'used', balance: 0 });
  });
});

test('cards are counted and added up by their status, without those that were not there', () => {
  expect(
    addUp([
      { status: 'active', balance: 100 },
      undefined,
      { status: 'active', balance: 60 },
      { status: 'expired', balance: 5 },
      { status: 'used', balance: 0 },
      { status: 'disabled', balance: 9 },
    ]),
  ).toEqual({
    active: { cards: 2, balance: 160 },
    disabled: { cards: 1, balance: 9 },
    used: { cards: 1, balance: 0 },
    expired: { cards: 1, balance: 5 },
  });
});
