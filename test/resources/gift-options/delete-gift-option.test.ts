import { expect, test } from 'vitest';
import { newGiftOptions } from '../../support/world/gift-options.ts';

const notFound = { error: 'Resource not found', code: 'NOT_FOUND' };

test('204 for a deletion, after which its name is free', async () => {
  const { create, get, remove } = await newGiftOptions();
  const { body: option } = await create({ name: 'a' });

  expect((await remove(option.id)).status).toBe(204);
  expect((await get(option.id)).body).toEqual(notFound);
  expect((await create({ name: 'a' })).status).toBe(201);
});
