import { expect, test } from 'vitest';
import { createStore } from '../../../lib/resources/stores/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { invoke } from '../../support/invoke.ts';

test('makes a store with the default limit and an id of its own', async () => {
  expect(await invoke(createStore, { name: 'Tea', currency: 'EUR' })).toEqual({
    id: expect.stringMatching(/^sto_[0-9a-hjkmnp-tv-z]{26}$/),
    name: 'Tea',
    currency: 'EUR',
    rate_limit: { requests: 600, window_seconds: 60 },
    created_at: expect.any(String),
  });
});

test('gives the same store for the same request, and refuses the id with another content', async () => {
  const request = { store_id: newId('store'), name: 'Tea', currency: 'EUR' };
  const [first, twin] = await Promise.all([invoke(createStore, request), invoke(createStore, request)]);

  expect(twin).toEqual(first);
  expect(await invoke(createStore, request)).toEqual(first);
  expect(await invoke(createStore, { ...request, currency: 'USD' })).toEqual({
    errorType: 'DUPLICATE',
    errorMessage: 'Resource already exists',
  });
});

test.each([
  [null, 'INVALID_FIELD', 'The payload must be a JSON object'],
  [[], 'INVALID_FIELD', 'The payload must be a JSON object'],
  [{}, 'MISSING_FIELD', 'name is required'],
  [{ name: 'Tea' }, 'MISSING_FIELD', 'currency is required'],
  [{ name: 'Tea', currency: 'eur' }, 'INVALID_FIELD', 'currency must be an ISO 4217 code'],
  [{ name: 'Tea', currency: 'EUR', store_id: 'x' }, 'INVALID_FIELD', 'store_id must be a store ID'],
  [
    { name: 'Tea', currency: 'EUR', rate_limit: { requests: 0, window_seconds: 60 } },
    'INVALID_FIELD',
    'rate_limit.requests must be between 1 and 10000000',
  ],
  [
    { name: 'Tea', currency: 'EUR', rate_limit: { requests: 1, window_seconds: 86_401 } },
    'INVALID_FIELD',
    'rate_limit.window_seconds must be between 1 and 86400',
  ],
])('refuses %j: %s, %s', async (payload, errorType, errorMessage) => {
  expect(await invoke(createStore, payload)).toEqual({ errorType, errorMessage });
});
