import { expect, test } from 'vitest';
import { count, join, leave } from '../../support/world/waitlist.ts';
import { newWorld } from '../../support/world/world.ts';

test('leaving, in any letter case and twice, takes the address out of the count once', async () => {
  const world = await newWorld();
  const [product] = world.products;
  await join(world, product, 'ada@example.com');
  await join(world, product, 'grace@example.com');

  const replies = [await leave(world, product, 'Ada@example.com'), await leave(world, product, 'ada@EXAMPLE.com')];

  expect(replies[1]).toEqual({ product_id: product.id, variant_id: product.variants[0]?.id, waiting: false });
  expect(await count(world, product)).toBe(1);
});
