import { afterEach, describe, expect, test, vi } from 'vitest';
import { operations } from '../../../lib/resources/operations.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../../lib/resources/stores/functions.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newKey, newWorld, succeeded } from '../../support/world/world.ts';

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

describe('a key that ends', () => {
  afterEach(() => void vi.useRealTimers());

  const hour = 3_600_000;
  const inHours = (count: number) => toTimestamp(Date.now() + count * hour);

  async function keyWith(end: 'expiry' | 'revocation') {
    const { store } = await newWorld();
    const at = inHours(24);
    const made = await succeeded(
      invoke(createApiKey, {
        store_id: store.id,
        name: 'Old',
        permission: 'Write',
        expires_at: end === 'expiry' ? at : null,
      }),
    );
    if (end === 'revocation') await succeeded(invoke(revokeApiKey, { store_id: store.id, key_id: made.key_id, at }));
    return { store, at, ...made };
  }

  test.each(['expiry', 'revocation'] as const)(
    'by its %s is answered 401 by every operation from that second on, and by none before',
    async (end) => {
      const { at, api_key: key } = await keyWith(end);
      const statuses = async () => {
        const answers = await Promise.all(operations.map((operation) => call(operation, { key })));
        return new Set(answers.map(({ status, body }) => (status === 401 ? body.error : 'admitted')));
      };

      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at) - 1000 });
      expect(await statuses()).toEqual(new Set(['admitted']));
      vi.setSystemTime(Date.parse(at));
      expect(await statuses()).toEqual(new Set(['Invalid API key']));
    },
  );

  test('works on beside the one that follows it, and both are listed', async () => {
    const { store, at, key_id, api_key } = await keyWith('revocation');
    const follower = await newKey(store.id, 'Write', 'New');

    const { data } = await succeeded(invoke(listApiKeys, { store_id: store.id }));
    expect(data.find((key) => key.key_id === key_id)).toMatchObject({ name: 'Old', revoked_at: at, expires_at: null });
    const [operation] = operations;
    for (const key of [api_key, follower.api_key]) {
      expect(operation && (await call(operation, { key })).status).not.toBe(401);
    }
  });

  test('can end sooner, and no later', async () => {
    const { store, at, key_id, api_key: key } = await keyWith('revocation');
    const revoke = (time?: string) => invoke(revokeApiKey, { store_id: store.id, key_id, at: time });
    const sooner = inHours(1);

    expect(await revoke(inHours(48))).toEqual({ key_id, revoked_at: at });
    expect(await revoke(sooner)).toEqual({ key_id, revoked_at: sooner });
    expect(await revoke(at)).toEqual({ key_id, revoked_at: sooner });
    const now = await revoke();
    expect(now.revoked_at < sooner).toBe(true);
    expect(await revoke(sooner)).toEqual(now);
    const [operation] = operations;
    expect(operation && (await call(operation, { key })).status).toBe(401);
  });
});
