import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createApiKey } from '../../../lib/contract/functions/operator.ts';
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
  });
  expect(inspect(await entitiesOf(store.id), everything)).not.toContain(created.api_key);
});
