/** A fresh store with keys and records, of its own in the tables that all tests share. */

import type { ImportedProduct, ImportedSite } from '../../../lib/resources/catalog/fields.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import * as sites from '../../../lib/resources/catalog/site-records.ts';
import type { ImportedCustomer } from '../../../lib/resources/customers/fields.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import { termsOfCustomer } from '../../../lib/resources/search/mark-records.ts';
import * as apiKeys from '../../../lib/resources/stores/api-key-records.ts';
import * as deploymentSecret from '../../../lib/resources/stores/deployment-secret-records.ts';
import { createApiKey, createStore } from '../../../lib/resources/stores/functions.ts';
import * as stores from '../../../lib/resources/stores/records.ts';
import { defaultAddressSettings } from '../../../lib/resources/stores/rules.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { newId, newKeyBits } from '../../../lib/runtime/ids.ts';
import { parse } from '../../../lib/schema/errors.ts';
import type { Permission } from '../../../lib/schema/operation.ts';
import { doorInUse } from '../door.ts';
import { mayLackFields } from '../handlers.ts';
import { invoke } from '../invoke.ts';
import { putNew } from './new-items.ts';

export interface World {
  store: { id: string; currency: string };
  /** API keys, and their ids. */
  write: string;
  read: string;
  writeKeyId: string;
  readKeyId: string;
  sites: readonly [ImportedSite, ImportedSite];
  customers: readonly [ImportedCustomer, ImportedCustomer];
  /** One physical with two variants, one digital, one gift card. */
  products: readonly [ImportedProduct, ImportedProduct, ImportedProduct];
}

/** As much as is counted one by one, in the window that a function expects of a store it has not met. */
export const plenty = { requests: 30_000, window_seconds: 60 };

interface WorldOptions {
  currency?: string;
  rateLimit?: { requests: number; window_seconds: number };
}

/** Creates the store at once, or through the operator's functions where those of other code answer. */
export const newWorld = (options: WorldOptions = {}): Promise<World> =>
  doorInUse() || mayLackFields() ? newWorldByFunctions(options) : newWorldAtOnce(options);

/** What the operator's functions leave, in two calls to DynamoDB in place of eleven. */
async function newWorldAtOnce({ currency = 'USD', rateLimit = plenty }: WorldOptions): Promise<World> {
  const store = { id: newId('store'), currency };
  const records = newRecords();
  const imported = parse(importRecords.payload, { store_id: store.id, ...records }, 'INVALID_FIELD');
  const [first] = records.sites;
  const secret = await deploymentSecret.find();
  if (secret === undefined) throw new Error('The tables have no secret to make keys with');
  const created_at = timestampNow();
  const keyOf = (permission: Permission) => {
    const api_key = apiKeys.keyOf(store.id, newKeyBits(), secret);
    const record = {
      ...{ id: newId('apiKey'), store_id: store.id, hash: apiKeys.hashApiKey(api_key), name: `${permission} key` },
      ...{ permission, functions: null, areas: null, created_at, expires_at: null, revoked_at: null },
    };
    return { api_key, record };
  };
  const [write, read] = [keyOf('Write'), keyOf('Read')];
  const customerTerms = await Promise.all(
    (imported.customers ?? []).map(async (customer) => ({
      customer,
      found_by: await termsOfCustomer(store.id, customer),
    })),
  );
  await putNew([
    stores.create({ ...store, name: 'Test store', rate_limit: rateLimit, ...defaultAddressSettings, created_at }),
    ...[write, read].flatMap(({ record }) => apiKeys.create(record)),
    sites.makeFirst(store.id, first.id),
    ...(imported.sites ?? []).map((site) => sites.merge(store.id, site)),
    ...customerTerms.flatMap(({ customer, found_by }) =>
      customers.merge(store.id, customer, undefined, { found_by, now: created_at }),
    ),
    ...(imported.products ?? []).flatMap((product) => [
      ...products.merge(store.id, product, undefined),
      products.enlist(store.id, product),
    ]),
  ]);
  return {
    store,
    write: write.api_key,
    read: read.api_key,
    writeKeyId: write.record.id,
    readKeyId: read.record.id,
    ...records,
  };
}

/** Creates the store through the operator's functions. */
export async function newWorldByFunctions({ currency = 'USD', rateLimit = plenty }: WorldOptions): Promise<World> {
  const store = { id: newId('store'), currency };
  await succeeded(invoke(createStore, { store_id: store.id, name: 'Test store', currency, rate_limit: rateLimit }));
  const records = newRecords();
  const importing = succeeded(invoke(importRecords, { store_id: store.id, ...records }));
  // One after the other: lists have them in this order.
  const write = await newKey(store.id, 'Write');
  const read = await newKey(store.id, 'Read');
  await importing;
  return {
    store,
    write: write.api_key,
    read: read.api_key,
    writeKeyId: write.key_id,
    readKeyId: read.key_id,
    ...records,
  };
}

/** Another API key of a store. */
export const newKey = (store: string, permission: Permission, name = `${permission} key`) =>
  succeeded(invoke(createApiKey, { store_id: store, name, permission }));

function newRecords() {
  return {
    sites: [newSite(), newSite()] as const,
    customers: [newCustomer(), newCustomer({ first_name: 'Grace', last_name: 'Hopper' })] as const,
    products: [
      newProduct({ variants: [newVariant('Small'), newVariant('Large')] }),
      newProduct({ name: 'Field recordings', delivery: 'digital' }),
      newProduct({ name: 'Gift card', delivery: 'gift_card' }),
    ] as const,
  };
}

export function newSite(fields: Partial<ImportedSite> = {}): ImportedSite {
  const id = newId('site');
  return {
    id,
    name: 'Test site',
    email_from: 'shop@example.com',
    url: `https://${id.slice(4)}.example.com`,
    ...fields,
  };
}

export function newCustomer(fields: Partial<ImportedCustomer> = {}): ImportedCustomer {
  const id = newId('customer');
  return {
    id,
    email: `${id}@example.com`,
    email_verified: true,
    first_name: 'Ada',
    last_name: 'Lovelace',
    ...fields,
  };
}

export function newProduct(fields: Partial<ImportedProduct> = {}): ImportedProduct {
  return {
    id: newId('product'),
    name: 'Teapot',
    status: 'active',
    description: 'Holds a litre',
    delivery: 'physical',
    created_at: '2026-01-02T03:04:05Z',
    updated_at: '2026-01-02T03:04:05Z',
    variants: [newVariant('Standard')],
    ...fields,
  };
}

export const newVariant = (name: string) => ({ id: newId('variant'), name });

/** The result of an invocation that was not refused. */
export async function succeeded<R extends object>(invocation: Promise<R & { errorType?: string }>): Promise<R> {
  const result = await invocation;
  if (result.errorType !== undefined) throw new Error(`The function refused: ${JSON.stringify(result)}`);
  return result;
}
