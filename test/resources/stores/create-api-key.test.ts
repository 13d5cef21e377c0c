import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createApiKey } from '../../../lib/resources/stores/functions.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { invoke } from '../../support/invoke.ts';
import { newWorld } from '../../support/world/world.ts';

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
    api_key: expect.stringMatching(/^sk_[a-z0-9]+_[A-Za-z0-9_-]{43}$/),
    created_at: expect.any(String),
    expires_at: null,
  });
  expect(inspect(await entitiesOf(store.id), everything)).not.toContain(created.api_key);
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
