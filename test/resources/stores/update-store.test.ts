import { expect, test } from 'vitest';
import { listReviews } from '../../../lib/resources/reviews/operations.ts';
import { createStore, updateStore } from '../../../lib/resources/stores/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';

const update = (store_id: string, fields: object) => invoke(updateStore, { store_id, ...fields });

test('changes what is given and leaves the rest', async () => {
  const made = await succeeded(invoke(createStore, { name: 'Tea', currency: 'EUR' }));
  const rate_limit = { requests: 5, window_seconds: 10 };

  expect(await update(made.id, { name: 'Cups' })).toEqual({ ...made, name: 'Cups' });
  expect(await update(made.id, { rate_limit, currency: 'EUR' })).toEqual({ ...made, name: 'Cups', rate_limit });
  expect(await update(made.id, {})).toEqual({ ...made, name: 'Cups', rate_limit });
});

test('leaves the call that made the store one that can be repeated', async () => {
  const request = { store_id: newId('store'), name: 'Tea', currency: 'EUR' };
  await succeeded(invoke(createStore, request));
  const updated = await update(request.store_id, { name: 'Cups' });

  expect(await invoke(createStore, request)).toEqual(updated);
  expect(await invoke(createStore, { ...request, name: 'Cups' })).toMatchObject({ errorType: 'DUPLICATE' });
});

test('gives the next request the new limit', async () => {
  const { store, read: key } = await newWorld();
  await call(listReviews, { key });
  await update(store.id, { rate_limit: { requests: 2, window_seconds: 86_400 } });

  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push(await call(listReviews, { key }));

  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(statuses[0]?.headers).toMatchObject({ 'x-ratelimit-limit': '2' });
});

test.each([
  ['currency cannot be changed', { currency: 'USD' }],
  ['name must be 255 characters or fewer', { name: 'x'.repeat(256) }],
  ['rate_limit.requests must be between 1 and 10000000', { rate_limit: { requests: 0, window_seconds: 1 } }],
])('refuses with %s', async (errorMessage, fields) => {
  const { id } = await succeeded(invoke(createStore, { name: 'Tea', currency: 'EUR' }));

  expect(await update(id, fields)).toMatchObject({ errorMessage });
});

test('refuses a store that is not there', async () => {
  expect(await update('sto_none', { name: 'Cups' })).toEqual({
    errorType: 'NOT_FOUND',
    errorMessage: 'Store not found',
  });
});
