import { expect, test } from 'vitest';
import { isSameStore } from '../../../lib/domain/store.ts';

const store = {
  id: 'sto_1',
  name: 'Teapots',
  currency: 'USD',
  rate_limit: { requests: 600, window_seconds: 60 },
  created_at: '2026-01-01T00:00:00Z',
};

const asked = { name: store.name, currency: store.currency, rate_limit: store.rate_limit };

test('a store asked for again is the same, whatever it is beside that', () => {
  expect(isSameStore(store, asked)).toBe(true);
});

test.each([
  { name: 'Cups' },
  { currency: 'EUR' },
  { rate_limit: { requests: 601, window_seconds: 60 } },
  { rate_limit: { requests: 600, window_seconds: 61 } },
])('a store with %o is another', (other) => {
  expect(isSameStore(store, { ...asked, ...other })).toBe(false);
});
