import { expect, test } from 'vitest';
import { exampleOfFunction, invocables } from '../../lib/resources/nouns.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { invoke } from '../support/invoke.ts';

const ofStores = invocables.filter(
  ({ name, payload }) => name !== 'create-store' && 'store_id' in (payload as unknown as { shape: object }).shape,
);

test.each(ofStores)('$name knows no store that does not exist', async (invocable) => {
  const payload = { ...exampleOfFunction(invocable).payload, store_id: newId('store') };

  expect(await invoke(invocable, payload)).toEqual({ errorType: 'NOT_FOUND', errorMessage: 'Store not found' });
});
