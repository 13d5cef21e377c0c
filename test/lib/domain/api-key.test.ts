import { expect, test } from 'vitest';
import { type ApiKeyRecord, hasEnded } from '../../../lib/domain/api-key.ts';

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
