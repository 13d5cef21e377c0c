import { expect, test } from 'vitest';
import { listApiKeys, revokeApiKey } from '../../../lib/resources/stores/functions.ts';
import { invoke } from '../../support/invoke.ts';
import { newKey, newWorld, succeeded } from '../../support/world/world.ts';

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
    created_at: time,
    expires_at: null,
    revoked_at: null,
  });
  expect(page.data).toContainEqual({
    key_id: readKeyId,
    name: 'Read key',
    permission: 'Read',
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

test("never shows another store's keys", async () => {
  const [mine, other] = await Promise.all([newWorld(), newWorld()]);

  const ids = (await list(mine.store.id, { after: `key_${'z'.repeat(64)}` })).data.map(({ key_id }) => key_id);

  expect(ids.toSorted()).toEqual([mine.readKeyId, mine.writeKeyId].toSorted());
  expect(ids).not.toContain(other.readKeyId);
});

test('refuses a store that is not there and a limit over 100', async () => {
  const { store } = await newWorld();

  expect(await invoke(listApiKeys, { store_id: 'sto_none' })).toMatchObject({ errorType: 'NOT_FOUND' });
  expect(await invoke(listApiKeys, { store_id: store.id, limit: 101 })).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage: 'limit must be between 1 and 100',
  });
});
