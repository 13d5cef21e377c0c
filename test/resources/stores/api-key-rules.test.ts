import { describe, expect, test } from 'vitest';
import {
  type ApiKeyRecord,
  endOf,
  hasEnded,
  permits,
  refuseEnded,
  revocationOf,
  revoke,
} from '../../../lib/resources/stores/api-key-rules.ts';

const key: ApiKeyRecord = {
  ...{ id: 'key_1', store_id: 'sto_1', hash: '', name: 'Till', created_at: '2026-11-21T12:00:00Z', revoked_at: null },
  permission: 'Read',
};

test('a key works until it is revoked', () => {
  expect(hasEnded(key, '2026-11-21T12:00:00Z')).toBe(false);
  expect(hasEnded({ ...key, revoked_at: '2026-11-21T13:00:00Z' }, '2026-11-21T13:00:00Z')).toBe(true);
});

test('a revoked key has ended where a clock is behind the one that revoked it', () => {
  expect(hasEnded({ ...key, revoked_at: '2026-11-21T13:00:03Z' }, '2026-11-21T13:00:00Z')).toBe(true);
});

test('a key that expires works until that second', () => {
  const expiring = { ...key, expires_at: '2026-11-21T13:00:00Z' };
  expect(hasEnded(expiring, '2026-11-21T12:59:59Z')).toBe(false);
  expect(hasEnded(expiring, '2026-11-21T13:00:00Z')).toBe(true);
});

describe('a revocation', () => {
  const [noon, one, two] = ['2026-11-21T12:00:00Z', '2026-11-21T13:00:00Z', '2026-11-21T14:00:00Z'] as const;

  test('without a time, or with one that is past, is now, whatever the clock shows', () => {
    for (const at of [undefined, null, noon]) {
      const revoked = revoke(key, at, one);
      expect(revoked).toMatchObject({ revoked_at: one });
      expect(revoked && hasEnded(revoked, noon)).toBe(true);
    }
  });

  test('to come takes effect at its second', () => {
    const revoked = revoke(key, one, noon);
    expect(revoked && [revocationOf(revoked), hasEnded(revoked, noon), hasEnded(revoked, one)]).toEqual([
      one,
      false,
      true,
    ]);
  });

  test('to come can be brought forward, and not put off', () => {
    const later = { ...key, revokes_at: two };
    expect(revoke(later, one, noon)).toMatchObject({ revokes_at: one });
    expect(revoke(later, undefined, noon)).toMatchObject({ revoked_at: noon });
    expect(revoke({ ...key, revokes_at: one }, two, noon)).toBeUndefined();
  });

  test('that has happened stays', () => {
    expect(revoke({ ...key, revoked_at: noon }, undefined, one)).toBeUndefined();
    expect(revoke({ ...key, revokes_at: noon }, undefined, one)).toBeUndefined();
    expect(revoke({ ...key, revokes_at: noon }, noon, one)).toBeUndefined();
  });

  test('ends a key that would expire later, and not one that expires before', () => {
    expect(endOf({ ...key, revokes_at: one, expires_at: two })).toBe(one);
    expect(endOf({ ...key, revokes_at: two, expires_at: one })).toBe(one);
    expect(endOf(key)).toBeNull();
  });
});

test('a key cannot be made that has ended already', () => {
  const now = '2026-11-21T12:00:00Z';

  for (const none of [undefined, null, '2026-11-21T12:00:01Z']) expect(() => refuseEnded(none, now)).not.toThrow();
  for (const past of [now, '2026-11-21T11:59:59Z']) {
    expect(() => refuseEnded(past, now)).toThrow('expires_at must be in the future');
  }
});

test('Write includes Read, and nothing else includes another', () => {
  expect(permits('Write', 'Read')).toBe(true);
  expect(permits('Write', 'Write')).toBe(true);
  expect(permits('Read', 'Read')).toBe(true);
  expect(permits('Read', 'Write')).toBe(false);
});
