import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { operations } from '../../../lib/resources/nouns.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../../lib/resources/stores/functions.ts';
import { getApiKey } from '../../../lib/resources/stores/operations.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newKey, newWorld, succeeded } from '../../support/world/world.ts';

describe('create-api-key: API keys', () => {
  const everything = { depth: null, maxStringLength: null, maxArrayLength: null };

  test('are shown once and kept only as a hash', async () => {
    const { store } = await newWorld();
    const created = await invoke(createApiKey, {
      store_id: store.id,
      name: 'Back office',
      permission: 'Read',
    });

    expect(created).toEqual({
      key_id: expect.stringMatching(/^key_/),
      name: 'Back office',
      permission: 'Read',
      functions: null,
      areas: null,
      api_key: expect.stringMatching(/^sk_[a-z0-9]+_[A-Za-z0-9_-]{43}$/),
      created_at: expect.any(String),
      expires_at: null,
    });
    expect(inspect(await entitiesOf(store.id), everything)).not.toContain(created.api_key);
  });

  test('of the storefront may be limited to some functions, by their names', async () => {
    const { store } = await newWorld();
    const create = (...functions: string[]) =>
      invoke(createApiKey, { store_id: store.id, name: 'Shop', permission: 'Storefront', functions });

    expect(await create('post-review', 'join-waitlist')).toMatchObject({ functions: ['post-review', 'join-waitlist'] });
    for (const wrong of ['Post-Review', 'post-', 'post-1', 'post review', '']) {
      expect(await create('post-review', wrong), wrong).toMatchObject({
        errorMessage: 'functions must be 1 to 50 names of storefront functions',
      });
    }
    for (const number of [0, 51]) {
      expect(await create(...Array<string>(number).fill('post-review')), `${number} names`).toMatchObject({
        errorMessage: 'functions must be 1 to 50 names of storefront functions',
      });
    }
  });

  test('of staff can be limited to areas, which list-api-keys and get-api-key return', async () => {
    const { store } = await newWorld();
    const create = (areas: unknown, permission = 'Write') =>
      invoke(createApiKey, { store_id: store.id, name: 'Moderator', permission, areas });

    const { api_key: key, key_id, areas } = await succeeded(create(['reviews', 'gift_cards'], 'Read'));
    expect(areas).toEqual(['reviews', 'gift_cards']);
    const { data } = await succeeded(invoke(listApiKeys, { store_id: store.id }));
    expect(data.find((each) => each.key_id === key_id)).toMatchObject({ areas });
    expect((await call(getApiKey, { key })).body).toMatchObject({ areas });

    for (const wrong of [[], ['cards'], ['Reviews'], ['reviews', 'reviews'], [null], 'reviews', {}]) {
      expect(await create(wrong), JSON.stringify(wrong)).toEqual({
        errorType: 'INVALID_FIELD',
        errorMessage:
          'areas must be one or more of customers, gift_options, reviews, gift_cards, store_credits, waitlist, digital_files, each only once',
      });
    }
    expect(await create(['reviews'], 'Storefront')).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'areas can only be given with permission Read or Write',
    });
  });

  test('may have an end, which is to come', async () => {
    const { store } = await newWorld();
    const create = (expires_at: string) =>
      invoke(createApiKey, { store_id: store.id, name: 'Courier', permission: 'Read', expires_at });

    expect(await create('2090-01-01T01:00:00.5+01:00')).toMatchObject({ expires_at: '2090-01-01T00:00:00Z' });
    expect(await create('2026-01-01T00:00:00Z')).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'expires_at must be in the future',
    });
    expect(await create('tomorrow')).toMatchObject({ errorMessage: 'expires_at must be an RFC 3339 time' });
  });
});

describe('list-api-keys', () => {
  const list = (store: string, fields: object = {}) => succeeded(invoke(listApiKeys, { store_id: store, ...fields }));

  test('shows what may be shown of a key, revoked ones included', async () => {
    const { store, writeKeyId, readKeyId } = await newWorld();
    await succeeded(invoke(revokeApiKey, { store_id: store.id, key_id: readKeyId }));

    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const page = await list(store.id);

    expect(page.has_more).toBe(false);
    expect(page.data).toHaveLength(2);
    expect(page.data).toContainEqual({
      key_id: writeKeyId,
      name: 'Write key',
      permission: 'Write',
      functions: null,
      areas: null,
      created_at: time,
      expires_at: null,
      revoked_at: null,
    });
    expect(page.data).toContainEqual({
      key_id: readKeyId,
      name: 'Read key',
      permission: 'Read',
      functions: null,
      areas: null,
      created_at: time,
      expires_at: null,
      revoked_at: time,
    });
  });

  test('goes through the keys page by page, newest first', async () => {
    const { store } = await newWorld();
    await newKey(store.id, 'Read', 'third');
    const whole = await list(store.id);
    expect(whole.data.map(({ key_id }) => key_id)).toEqual(
      whole.data
        .map(({ key_id }) => key_id)
        .toSorted()
        .toReversed(),
    );
    expect(whole.data[0]?.name).toBe('third');

    const first = await list(store.id, { limit: 2 });
    const second = await list(store.id, { limit: 2, after: first.data.at(-1)?.key_id });

    expect([first.has_more, second.has_more]).toEqual([true, false]);
    expect([...first.data, ...second.data]).toEqual(whole.data);
  });

  test('refuses a store that is not there and a limit over 100', async () => {
    const { store } = await newWorld();

    expect(await invoke(listApiKeys, { store_id: 'sto_none' })).toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await invoke(listApiKeys, { store_id: store.id, limit: 101 })).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'limit must be between 1 and 100',
    });
  });
});

describe('revoke-api-key: API keys', () => {
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
      errorMessage: 'permission must be Read, Write or Storefront',
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
      expect(data.find((key) => key.key_id === key_id)).toMatchObject({
        name: 'Old',
        revoked_at: at,
        expires_at: null,
      });
      const [operation] = operations;
      for (const key of [api_key, follower.api_key]) {
        expect(operation && (await call(operation, { key })).status).not.toBe(401);
      }
    });
  });
});
