import { expect, test } from 'vitest';
import { newGiftOptions } from '../../support/world/gift-options.ts';

test('204 for an update, which replaces all fields but a position left out', async () => {
  const { create, update, get } = await newGiftOptions();
  const { body: option } = await create({ name: 'a', description: 'b', price: 3, enabled: true, position: 7 });
  const updated = await update(option.id, { name: 'z' });

  expect(updated.status).toBe(204);
  expect(updated.body).toBeUndefined();
  expect((await get(option.id)).body).toMatchObject({
    name: 'z',
    description: '',
    price: 0,
    enabled: false,
    position: 7,
    created_at: option.created_at,
  });
});

test('an update may keep its own name', async () => {
  const { create, update } = await newGiftOptions();
  const { body: option } = await create({ name: 'a' });
  expect((await update(option.id, { name: 'a', price: 9 })).status).toBe(204);
});
