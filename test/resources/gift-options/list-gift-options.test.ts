import { expect, test } from 'vitest';
import { newGiftOptions } from '../../support/world/gift-options.ts';

test('lists by position, then creation', async () => {
  const { create, list } = await newGiftOptions();
  for (const [name, position] of [
    ['third', 5],
    ['first', 1],
    ['fourth', 5],
    ['second', 2],
  ] as const) {
    await create({ name, position });
  }
  const { body } = await list();

  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['first', 'second', 'third', 'fourth']);
  expect(body.has_more).toBe(false);
});
