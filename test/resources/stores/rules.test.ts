import { expect, test } from 'vitest';
import { matchesRequest, updateStore } from '../../../lib/resources/stores/rules.ts';

const store = {
  id: 'sto_1',
  name: 'Teapots',
  currency: 'USD',
  rate_limit: { requests: 600, window_seconds: 60 },
  created_at: '2026-01-01T00:00:00Z',
};

const asked = { name: store.name, currency: store.currency, rate_limit: store.rate_limit };

test('a store asked for again is the same, whatever it is beside that', () => {
  expect(matchesRequest(store, asked)).toBe(true);
});

test.each([
  { name: 'Cups' },
  { currency: 'EUR' },
  { rate_limit: { requests: 601, window_seconds: 60 } },
  { rate_limit: { requests: 600, window_seconds: 61 } },
])('a store with %o is another', (other) => {
  expect(matchesRequest(store, { ...asked, ...other })).toBe(false);
});

test('a store that was changed was still made from what it was made from, and from nothing else', () => {
  const renamed = updateStore(updateStore(store, { name: 'Cups' }) ?? store, { name: 'Saucers' });

  expect(renamed).toMatchObject({ name: 'Saucers', rate_limit: store.rate_limit });
  expect([
    renamed && matchesRequest(renamed, asked),
    renamed && matchesRequest(renamed, { ...asked, name: 'Cups' }),
  ]).toEqual([true, false]);
});

test('what is left out of a change stays, and a change of nothing is none', () => {
  const rate_limit = { requests: 1, window_seconds: 60 };
  expect(updateStore(store, { rate_limit })).toMatchObject({ name: 'Teapots', rate_limit });
  expect(updateStore(store, { name: null })).toBeUndefined();
  expect(updateStore(store, asked)).toBeUndefined();
});

test('the currency of a store stays', () => {
  expect(() => updateStore(store, { currency: 'EUR', name: 'Cups' })).toThrow('currency cannot be changed');
});
