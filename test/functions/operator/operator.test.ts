import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { listCustomerAddresses } from '../../../lib/contract/api/customer-addresses.ts';
import {
  createApiKey,
  createStore,
  deleteCustomer,
  importRecords,
  revokeApiKey,
} from '../../../lib/contract/functions/operator.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import * as products from '../../../lib/table/catalog/products.ts';
import * as sites from '../../../lib/table/catalog/sites.ts';
import * as customers from '../../../lib/table/customers/customers.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newCustomer, newProduct, newSite, newWorld } from '../../support/world/world.ts';

const everything = { depth: null, maxStringLength: null, maxArrayLength: null };

describe('create-store', () => {
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
});

describe('API keys', () => {
  test('are shown once and kept only as a hash', async () => {
    const { store } = await newWorld();
    const created = await invoke<{ api_key: string }>(createApiKey, {
      store_id: store.id,
      name: 'Back office',
      permission: 'Read',
    });

    expect(created).toEqual({
      key_id: expect.stringMatching(/^key_/),
      name: 'Back office',
      permission: 'Read',
      api_key: expect.stringMatching(/^sk_[a-z0-9]+_[A-Za-z0-9_-]{43}$/),
      created_at: expect.any(String),
    });
    expect(inspect(await entitiesOf(store.id), everything)).not.toContain(created.api_key);
  });

  test('are revoked once and for all', async () => {
    const { store, readKeyId: key_id } = await newWorld();
    const revoked = await invoke(revokeApiKey, { store_id: store.id, key_id });

    expect(revoked).toEqual({ key_id, revoked_at: expect.any(String) });
    expect(await invoke(revokeApiKey, { store_id: store.id, key_id })).toEqual(revoked);
  });

  test("are not found in another store, and need a store's", async () => {
    const [{ store }, { readKeyId: key_id }] = [await newWorld(), await newWorld()];
    expect(await invoke(revokeApiKey, { store_id: store.id, key_id })).toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await invoke(createApiKey, { store_id: 'sto_unknown', name: 'x', permission: 'Read' })).toEqual({
      errorType: 'NOT_FOUND',
      errorMessage: 'Store not found',
    });
    expect(await invoke(createApiKey, { store_id: store.id, name: 'x', permission: 'Admin' })).toMatchObject({
      errorType: 'INVALID_FIELD',
      errorMessage: 'permission must be Read or Write',
    });
  });
});

describe('import-records', () => {
  test('replaces the records with their ids, except what the service counts itself', async () => {
    const { store } = await newWorld();
    const [site, customer, product] = [newSite(), newCustomer(), newProduct()];
    const records = { store_id: store.id, sites: [site], customers: [customer], products: [product] };
    const counts = { imported: { sites: 1, customers: 1, products: 1 } };

    expect(await invoke(importRecords, records)).toEqual(counts);
    expect(await invoke(importRecords, records)).toEqual(counts);
    expect(
      await invoke(importRecords, {
        store_id: store.id,
        sites: [{ ...site, gift_notes_enabled: false }],
        customers: [{ ...customer, last_name: 'Byron' }],
        products: [{ ...product, name: 'Kettle' }],
      }),
    ).toEqual(counts);
    expect(await sites.get(store.id, site.id)).toMatchObject({ gift_notes_enabled: false, gift_note_max_length: 500 });
    expect(await customers.get(store.id, customer.id)).toMatchObject({ last_name: 'Byron', standing: 'good' });
    expect(await products.get(store.id, product.id)).toMatchObject({ name: 'Kettle', review_count: 0 });
  });

  test('keeps the site imported first the first', async () => {
    const world = await newWorld();
    await invoke(importRecords, { store_id: world.store.id, sites: [newSite(), newSite()] });
    expect(await sites.findFirstId(world.store.id)).toBe(world.sites[0].id);
  });

  test('takes 100 records at once and refuses 101, importing none', async () => {
    const { store } = await newWorld();
    const records = Array.from({ length: 101 }, () => newCustomer());

    expect(await invoke(importRecords, { store_id: store.id, customers: records })).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'At most 100 records can be imported at once',
    });
    await expect(customers.get(store.id, records[0]?.id ?? '')).rejects.toThrow('Resource not found');
    expect(await invoke(importRecords, { store_id: store.id, customers: records.slice(1) })).toEqual({
      imported: { sites: 0, customers: 100, products: 0 },
    });
  });

  test('of two records with one id writes the last', async () => {
    const { store } = await newWorld();
    const customer = newCustomer();
    await invoke(importRecords, { store_id: store.id, customers: [customer, { ...customer, first_name: 'Last' }] });
    expect(await customers.get(store.id, customer.id)).toMatchObject({ first_name: 'Last' });
  });

  test('imports nothing where one record breaks a rule, naming it', async () => {
    const { store } = await newWorld();
    const customer = newCustomer();
    expect(
      await invoke(importRecords, {
        store_id: store.id,
        customers: [customer],
        products: [newProduct({ delivery: 'drone' as never })],
      }),
    ).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'product delivery must be physical, digital, or gift_card',
    });
    await expect(customers.get(store.id, customer.id)).rejects.toThrow('Resource not found');
  });
});

describe('delete-customer', () => {
  test('refuses a customer the store never had', async () => {
    const { store } = await newWorld();
    expect(await invoke(deleteCustomer, { store_id: store.id, customer_id: 'cus_unknown' })).toMatchObject({
      errorType: 'NOT_FOUND',
    });
  });

  test('leaves nothing personal behind, and the customer can be imported anew', async () => {
    const { store, customers, read } = await newWorld();
    const [customer] = customers;
    await invoke(deleteCustomer, { store_id: store.id, customer_id: customer.id });
    expect(inspect(await entitiesOf(store.id), everything)).not.toContain(customer.email);

    await invoke(importRecords, { store_id: store.id, customers: [customer] });
    const { body } = await call(listCustomerAddresses, { path: { id: customer.id }, key: read });
    expect(body).toEqual({ data: [], has_more: false });
  });
});
