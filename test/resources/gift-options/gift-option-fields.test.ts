/** What a body of create and of update may hold, and which names are taken. */
import { expect, test } from 'vitest';
import { newGiftOptions } from '../../support/world/gift-options.ts';

test.each([
  [{}, 'MISSING_FIELD', 'name is required'],
  [{ name: '' }, 'MISSING_FIELD', 'name is required'],
  [{ name: null }, 'MISSING_FIELD', 'name is required'],
  [{ name: 'x'.repeat(257) }, 'INVALID_FIELD', 'Name must be 1 to 256 characters'],
  [{ name: 5 }, 'INVALID_FIELD', 'Name must be a string'],
  [{ name: 'a', description: 'x'.repeat(1001) }, 'INVALID_FIELD', 'Description must be 1000 characters or fewer'],
  [{ name: 'a', price: -1 }, 'INVALID_FIELD', 'Price must be zero or more'],
  [{ name: 'a', price: '5' }, 'INVALID_FIELD', 'Price must be an integer'],
  [{ name: 'a', price: 1.5 }, 'INVALID_FIELD', 'Price must be an integer'],
  [{ name: 'a', enabled: 'yes' }, 'INVALID_FIELD', 'Enabled must be a boolean'],
  [{ name: 'a', position: 1001 }, 'INVALID_FIELD', 'Position must be between 0 and 1000'],
  [{ name: 'a', position: -1 }, 'INVALID_FIELD', 'Position must be between 0 and 1000'],
])('400 for %j: %s, %s', async (body, code, error) => {
  const { create, update } = await newGiftOptions();
  const { body: option } = await create({ name: 'existing' });

  expect((await create(body)).body).toEqual({ error, code });
  expect((await update(option.id, body)).body).toEqual({ error, code });
});

test('409 for a name of the same site, exactly; another site and other letters are free', async () => {
  const { create, update, other } = await newGiftOptions();
  await create({ name: 'Wrapping' });
  const { body: second } = await create({ name: 'wrapping' });
  const taken = { error: 'Resource already exists', code: 'DUPLICATE' };

  expect((await create({ name: 'Wrapping' })).body).toEqual(taken);
  expect((await update(second.id, { name: 'Wrapping' })).body).toEqual(taken);
  expect((await create({ name: 'Wrapping' }, other)).status).toBe(201);
});
