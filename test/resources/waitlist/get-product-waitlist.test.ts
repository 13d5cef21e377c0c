import { expect, test } from 'vitest';
import { getProductWaitlist } from '../../../lib/resources/waitlist/operations.ts';
import { call } from '../../support/http/call.ts';
import { count } from '../../support/world/waitlist.ts';
import { newProduct, newWorld } from '../../support/world/world.ts';

test('a product nobody waits for counts zero', async () => {
  const world = await newWorld();

  expect(await count(world, world.products[0])).toBe(0);
});

test('404 for the count of an unknown product', async () => {
  const world = await newWorld();

  const response = await call(getProductWaitlist, {
    key: world.read,
    path: { product_id: newProduct().id },
  });

  expect(response).toMatchObject({ status: 404, body: { error: 'Resource not found', code: 'NOT_FOUND' } });
});
