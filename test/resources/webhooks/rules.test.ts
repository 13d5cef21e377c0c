import { describe, expect, test } from 'vitest';
import {
  afterFailure,
  afterSuccess,
  isSuccess,
  madeBy,
  pauseAfter,
  pauses,
  refuseUnknownTypes,
  retryAfterOf,
  rotate,
  signing,
  update,
  type Webhook,
  wants,
} from '../../../lib/resources/webhooks/rules.ts';

const now = '2026-02-14T09:30:00Z';
const later = (seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString().replace('.000', '');
const days = (count: number) => count * 86_400;

const secretOf = (name: string, created_at = now, rotation_id: string | null = null) => ({
  sealed: name,
  created_at,
  rotation_id,
});

const webhook: Webhook = {
  ...{ id: 'whk_1', url: 'https://shop.example.com/events', types: null, description: null },
  ...{ status: 'enabled', disabled_reason: null, secrets: [secretOf('first')], created_at: now, enabled_at: now },
  ...{ last_success_at: null, last_failure: null, failures: 0, is_slow: false, silent_at: null },
  made_from: { url: 'https://shop.example.com/events', types: null, description: null },
};

const failure = (at: string, status: number | null = 500) => ({ at, status, message: 'The receiver answered 500' });

describe('pauses', () => {
  test('are 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, each 0.8 to 1.2 times that, then the event is given up', () => {
    expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    for (const [index, pause] of pauses.entries()) {
      expect(pauseAfter(index + 1, {}, 0)).toBeCloseTo(0.8 * pause, 6);
      expect(pauseAfter(index + 1, {}, 1)).toBeCloseTo(1.2 * pause, 6);
    }
    expect(pauseAfter(10, {}, 0.5)).toBeUndefined();
  });

  test.each([
    [429, 600, 600],
    [503, 2, 5],
    [502, days(3), days(1)],
    [500, 600, 5],
    [undefined, 600, 5],
  ])('after %s with Retry-After %i: %i seconds', (status, retryAfter, seconds) => {
    expect(pauseAfter(1, { status, retryAfter }, 0.5)).toBe(seconds);
  });

  test.each([
    ['120', 120],
    ['Sat, 14 Feb 2026 09:31:00 GMT', 60],
    ['Sat, 14 Feb 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('Retry-After %s asks for %s seconds', (header, seconds) => {
    expect(retryAfterOf(header, now)).toBe(seconds);
  });
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [301, false],
  [undefined, false],
])('a status %s is a success: %s', (status, success) => {
  expect(isSuccess({ status })).toBe(success);
});

describe('types', () => {
  test.each<[string[] | null, string, boolean]>([
    [null, 'order.paid', true],
    [['order.paid'], 'order.paid', true],
    [['order.paid'], 'order.refunded', false],
    [['gift_card.*'], 'gift_card.issued', true],
    [['gift_card.*'], 'gift_cards.issued', false],
    [['review.*', 'order.paid'], 'order.paid', true],
  ])('%s want %s: %s', (types, type, wanted) => {
    expect(wants({ types }, type)).toBe(wanted);
  });

  test('that no event has are refused, by name', () => {
    expect(() => refuseUnknownTypes(['order.*', 'orders.paid'], ['order.paid'])).toThrow('orders.paid is none');
    expect(() => refuseUnknownTypes(['order.*', 'order.paid'], ['order.paid'])).not.toThrow();
    expect(() => refuseUnknownTypes(null, [])).not.toThrow();
  });
});

describe('a webhook is disabled', () => {
  const failing = (failures: number, fields: Partial<Webhook> = {}) => ({
    ...webhook,
    failures: failures - 1,
    ...fields,
  });

  test('at once by 410', () => {
    expect(afterFailure(webhook, failure(now, 410))).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
  });

  test.each<[string, Webhook, number, Webhook['status']]>([
    ['after five days and ten failures', failing(10), days(5), 'disabled'],
    ['not after nine failures', failing(9), days(9), 'enabled'],
    ['not a second before five days', failing(50), days(5) - 1, 'enabled'],
    ['not where it succeeded meanwhile', failing(50, { last_success_at: later(days(1)) }), days(5), 'enabled'],
    ['not where it was enabled meanwhile', failing(50, { enabled_at: later(days(2)) }), days(5), 'enabled'],
  ])('%s', (_, before, seconds, status) => {
    expect(afterFailure(before, failure(later(seconds)))).toMatchObject({ status, is_slow: true });
  });

  test('by an operator, and enabled again without failures', () => {
    const off = update({ ...webhook, failures: 12, is_slow: true }, { status: 'disabled' }, now);
    expect(off).toMatchObject({ status: 'disabled', disabled_reason: 'operator' });
    expect(update(off as Webhook, { status: 'enabled' }, later(60))).toMatchObject({
      ...{ status: 'enabled', disabled_reason: null, failures: 0, enabled_at: later(60), is_slow: false },
    });
  });
});

test('an update without a change is ignored', () => {
  expect(update(webhook, { url: webhook.url, types: null, status: 'enabled' }, now)).toBeUndefined();
  expect(update(webhook, { description: 'Warehouse' }, now)).toMatchObject({ description: 'Warehouse' });
});

test('a success is written once a minute, and where the webhook becomes slow or quick', () => {
  const well = { ...webhook, last_success_at: now };
  expect(afterSuccess(webhook, { now, milliseconds: 20 })).toMatchObject({ last_success_at: now, is_slow: false });
  expect(afterSuccess(well, { now: later(59), milliseconds: 20 })).toBeUndefined();
  expect(afterSuccess(well, { now: later(60), milliseconds: 20 })).toMatchObject({ last_success_at: later(60) });
  expect(afterSuccess(well, { now: later(1), milliseconds: 1001 })).toMatchObject({ is_slow: true });
  expect(afterSuccess({ ...well, is_slow: true }, { now: later(1), milliseconds: 1000 })).toMatchObject({
    is_slow: false,
  });
});

describe('secrets', () => {
  const once = rotate(webhook, secretOf('second', later(100), 'one'));
  const twice = rotate(once, secretOf('third', later(200), 'two'));
  const names = (seconds: number) => signing(twice, later(seconds)).map(({ sealed }) => sealed);

  test('that were replaced within a day sign as well, the newest first', () => {
    expect(names(200)).toEqual(['third', 'second', 'first']);
    expect(names(100 + days(1) - 1)).toEqual(['third', 'second', 'first']);
    expect(names(100 + days(1))).toEqual(['third', 'second']);
    expect(names(200 + days(1))).toEqual(['third']);
  });

  test('that sign no more are forgotten by the next rotation', () => {
    const { secrets } = rotate(twice, secretOf('fourth', later(200 + days(1)), 'three'));

    expect(secrets.map(({ sealed }) => sealed)).toEqual(['fourth', 'third']);
  });

  test('of a rotation are answered again for an hour', () => {
    expect(madeBy(twice, 'one', later(100 + 3599))?.sealed).toBe('second');
    expect(() => madeBy(twice, 'one', later(100 + 3600))).toThrow('already exists');
    expect(madeBy(twice, 'other', later(100))).toBeUndefined();
  });
});
