import { expect, test } from 'vitest';
import { createApiKey, revokeApiKey } from '../../../lib/contract/functions/operator.ts';
import { invoke } from '../../support/invoke.ts';
import { newWorld } from '../../support/world/world.ts';

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
