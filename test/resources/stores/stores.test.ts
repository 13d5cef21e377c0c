import { describe, expect, test } from 'vitest';
import { importGiftCards } from '../../../lib/resources/move-in/functions.ts';
import { listReviews } from '../../../lib/resources/reviews/operations.ts';
import { createStore, listStores, updateStore } from '../../../lib/resources/stores/functions.ts';
import { getApiKey } from '../../../lib/resources/stores/operations.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { countryCodes } from '../../../lib/schema/countries.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { importedCard } from '../../support/world/move-in.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';

describe('create-store', () => {
  test('makes a store with the default limit and an id of its own', async () => {
    expect(await invoke(createStore, { name: 'Tea', currency: 'EUR' })).toEqual({
      id: expect.stringMatching(/^sto_[0-9a-hjkmnp-tv-z]{26}$/),
      name: 'Tea',
      currency: 'EUR',
      rate_limit: { requests: 600, window_seconds: 60 },
      countries: { 1: 'US', 2: 'CA' },
      address_rules: 'contract',
      created_at: expect.any(String),
    });
  });

  test('a currency in small letters is the same request, and is stored in capitals', async () => {
    const request = { store_id: newId('store'), name: 'Tea', currency: 'eur' };
    const made = await succeeded(invoke(createStore, request));

    expect(made.currency).toBe('EUR');
    expect(await invoke(createStore, { ...request, currency: 'EUR' })).toEqual(made);
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
    [{}, 'MISSING_FIELD', 'name is required; currency is required'],
    [{ name: 'Tea' }, 'MISSING_FIELD', 'currency is required'],
    [{ name: 'Tea', currency: 'EU' }, 'INVALID_FIELD', 'currency must be an ISO 4217 code'],
    [{ name: 'Tea', currency: 'DEM' }, 'INVALID_FIELD', 'currency must be an ISO 4217 code'],
    [{ name: 'Tea', currency: 'xxx' }, 'INVALID_FIELD', 'currency must be an ISO 4217 code'],
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
});

describe('list-stores', () => {
  isolateTables('test');

  const list = (page: object = {}) => succeeded(invoke(listStores, page));

  const make = (store_id: string) => succeeded(invoke(createStore, { store_id, name: store_id, currency: 'EUR' }));

  test('goes through the stores page by page, by id, each as it stands now', async () => {
    const [first, second, third] = [await make('sto_1'), await make('sto_2'), await make('sto_3')];
    const renamed = await succeeded(invoke(updateStore, { store_id: second.id, name: 'Cups' }));

    expect(await list()).toEqual({ data: [first, renamed, third], has_more: false });
    expect(await list({ limit: 2 })).toEqual({ data: [first, renamed], has_more: true });
    expect(await list({ limit: 2, after: second.id })).toEqual({ data: [third], has_more: false });
    expect(await list({ after: 'sto_11' })).toEqual({ data: [renamed, third], has_more: false });
  });

  test('is empty without any, and refuses an invalid cursor', async () => {
    expect(await list()).toEqual({ data: [], has_more: false });
    expect(await invoke(listStores, { after: 'cus_1' })).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'after must be a store ID',
    });
  });
});

describe('update-store', () => {
  const update = (store_id: string, fields: object) => invoke(updateStore, { store_id, ...fields });

  test('changes the given fields and leaves the rest', async () => {
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

  test('replaces all countries, in capitals, with the fixed ones beside them', async () => {
    const made = await succeeded(invoke(createStore, { name: 'Tea', currency: 'EUR' }));
    const german = { ...made, countries: { 1: 'US', 2: 'CA', 276: 'DE' } };

    expect(await update(made.id, { countries: { 276: 'de' } })).toEqual(german);
    expect(await update(made.id, { name: null, countries: null, address_rules: null })).toEqual(german);
    expect(await update(made.id, { address_rules: 'country' })).toEqual({ ...german, address_rules: 'country' });
    expect(await update(made.id, { countries: { 1: 'US', 9007199254740991: 'JP' } })).toEqual({
      ...{ ...made, address_rules: 'country' },
      countries: { 1: 'US', 2: 'CA', 9007199254740991: 'JP' },
    });
    expect(await update(made.id, { countries: {} })).toMatchObject({ countries: { 1: 'US', 2: 'CA' } });
  });

  test('shows the countries to the next request of a key', async () => {
    const { store, read: key } = await newWorld();
    await call(getApiKey, { key });
    await update(store.id, { countries: { 3: 'DE' }, address_rules: 'country' });

    expect((await call(getApiKey, { key })).body.store).toMatchObject({
      countries: { 1: 'US', 2: 'CA', 3: 'DE' },
      address_rules: 'country',
    });
  });

  test('takes a lookup of every country', async () => {
    const { id } = await succeeded(invoke(createStore, { name: 'Tea', currency: 'EUR' }));
    const others = countryCodes.filter((code) => code !== 'US' && code !== 'CA');
    const countries = Object.fromEntries(others.map((code, index) => [1000 + index, code]));

    expect(await update(id, { countries })).toMatchObject({ countries: { 1: 'US', 2: 'CA', ...countries } });
  });

  const manyEntries = Object.fromEntries(Array.from({ length: 301 }, (_, index) => [index + 3, 'DE']));

  test.each([
    ['countries must be an object of country IDs with ISO 3166-1 alpha-2 codes', ['DE']],
    ['countries must be an object of country IDs with ISO 3166-1 alpha-2 codes', { 3: 276 }],
    ['countries must have 300 entries or fewer', manyEntries],
    ['countries must have whole numbers from 1 as names', { 0: 'DE' }],
    ['countries must have whole numbers from 1 as names', { '03': 'DE' }],
    ['countries must have whole numbers from 1 as names', { '3.0': 'DE' }],
    ['countries must have whole numbers from 1 as names', { '9007199254740992': 'DE' }],
    ['countries must have whole numbers from 1 as names', { DE: '3' }],
    ['countries: the value of 3 must be an ISO 3166-1 alpha-2 code', { 3: 'UK' }],
    ['countries: the value of 3 must be an ISO 3166-1 alpha-2 code', { 3: 'DEU' }],
    ['countries: 1 is always US', { 1: 'DE' }],
    ['countries: 2 is always CA', { 2: 'US' }],
    ['countries: 1 and 3 are the same country', { 3: 'US' }],
    ['countries: 3 and 4 are the same country', { 3: 'DE', 4: 'de' }],
  ])('refuses countries: %s', async (errorMessage, countries) => {
    const { id } = await succeeded(invoke(createStore, { name: 'Tea', currency: 'EUR' }));

    expect(await update(id, { countries })).toEqual({ errorType: 'INVALID_FIELD', errorMessage });
  });

  test('a store with a currency that ISO 4217 does not list keeps it', async () => {
    const { store } = await newWorld({ currency: 'XYZ' });

    expect(await update(store.id, { currency: 'xyz', name: 'Cups' })).toMatchObject({ currency: 'XYZ', name: 'Cups' });
    expect(
      await invoke(importGiftCards, { store_id: store.id, records: [importedCard({ currency: 'xyz' })] }),
    ).toMatchObject({ imported: 1 });
  });

  test.each([
    ['address_rules must be contract or country', { address_rules: 'strict' }],
    ['currency cannot be changed', { currency: 'USD' }],
    ['name must be 255 characters or fewer', { name: 'x'.repeat(256) }],
    ['rate_limit.requests must be between 1 and 10000000', { rate_limit: { requests: 0, window_seconds: 1 } }],
  ])('refuses with %s', async (errorMessage, fields) => {
    const { id } = await succeeded(invoke(createStore, { name: 'Tea', currency: 'EUR' }));

    expect(await update(id, fields)).toMatchObject({ errorMessage });
  });
});
