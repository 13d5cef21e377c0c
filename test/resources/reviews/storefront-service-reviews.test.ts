/** A deployment without reviews. */
import { beforeEach, expect, test, vi } from 'vitest';
import { edit, inAccount, newReview, onPage, post, remove } from '../../support/world/reviews.ts';
import { newWorld, type World } from '../../support/world/world.ts';

let world: World;
let ada: World['customers'][0];
let grace: World['customers'][0];
let teapot: World['products'][0];

beforeEach(async () => {
  world = await newWorld();
  [ada, grace] = world.customers;
  [teapot] = world.products;
});

test('SERVICE_REVIEWS=false: every function refuses with NOT_FOUND', async () => {
  const review = await newReview(world, ada, teapot);
  vi.stubEnv('SERVICE_REVIEWS', 'false');
  for (const refused of [
    await post(world, grace, teapot),
    await edit(world, ada, review.id, { rating: 1 }),
    await remove(world, ada, review.id),
    await onPage(world),
    await inAccount(world, ada),
  ]) {
    expect(refused).toMatchObject({ errorType: 'NOT_FOUND' });
  }
});
