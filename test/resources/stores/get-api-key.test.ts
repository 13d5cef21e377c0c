import { expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { createApiKey, revokeApiKey } from '../../../lib/resources/stores/functions.ts';
import { getApiKey } from '../../../lib/resources/stores/operations.ts';
import { defaultAddressSettings } from '../../../lib/resources/stores/rules.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newSite, newWorld, succeeded } from '../../support/world/world.ts';

test('200 with the key of the request, its store and only the sites of that store', async () => {
  const [world, other] = [await newWorld(), await newWorld()];

  const { status, body } = await call(getApiKey, { key: world.read });

  expect({ status, body }).toEqual({
    status: 200,
    body: {
      id: world.readKeyId,
      name: 'Read key',
      permission: 'Read',
      areas: null,
      expires_at: null,
      store: { id: world.store.id, name: 'Test store', currency: 'USD', ...defaultAddressSettings },
      sites: world.sites.map(({ id, name }) => ({ id, name })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    },
  });
  expect((await call(getApiKey, { key: other.write })).body).toMatchObject({ permission: 'Write' });
});

test('a key shows its end: the earlier of its expiry and of a planned revocation', async () => {
  const { store } = await newWorld();
  const made = { store_id: store.id, name: 'Ada, support', permission: 'Write', expires_at: '2090-01-02T00:00:00Z' };
  const { api_key: key, key_id } = await succeeded(invoke(createApiKey, made));
  const endOfKey = async () => (await call(getApiKey, { key })).body.expires_at;

  expect(await endOfKey()).toBe('2090-01-02T00:00:00Z');
  await succeeded(invoke(revokeApiKey, { store_id: store.id, key_id, at: '2090-01-01T00:00:00Z' }));
  expect(await endOfKey()).toBe('2090-01-01T00:00:00Z');
});

test('a site has the name it was last imported with, and no more than 100 sites are listed', async () => {
  const world = await newWorld();
  const [{ id }] = world.sites;
  const sites = [newSite({ id, name: 'Another name' }), ...Array.from({ length: 100 }, () => newSite())];
  await succeeded(invoke(importRecords, { store_id: world.store.id, sites: sites.slice(0, 60) }));
  await succeeded(invoke(importRecords, { store_id: world.store.id, sites: sites.slice(60) }));

  const { body } = await call(getApiKey, { key: world.read });

  expect(body.sites).toHaveLength(100);
  expect(body.sites).toContainEqual({ id, name: 'Another name' });
});
