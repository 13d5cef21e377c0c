import { beforeEach, expect, test } from 'vitest';
import { inAccount, newReview, rating, remove } from '../../support/world/reviews.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

let world: World;
let ada: World['customers'][0];
let grace: World['customers'][0];
let teapot: World['products'][0];

beforeEach(async () => {
  world = await newWorld();
  [ada, grace] = world.customers;
  [teapot] = world.products;
});

test('the same twice; the rating follows once', async () => {
  const review = await newReview(world, ada, teapot);
  const deleted = { review_id: review.id, deleted: true };

  expect(await remove(world, ada, review.id)).toEqual(deleted);
  expect(await remove(world, ada, review.id)).toEqual(deleted);
  expect(await rating(world)).toEqual([0, 0]);
  expect((await inAccount(world, ada)).data).toEqual([]);
});

test('NOT_FOUND for an unknown review, or one of another author, deleted or not', async () => {
  const review = await newReview(world, ada, teapot);
  const refusal = { errorType: 'NOT_FOUND', errorMessage: 'Resource not found' };

  expect(await remove(world, ada, 'rev_unknown')).toEqual(refusal);
  expect(await remove(world, grace, review.id)).toEqual(refusal);
  await succeeded(remove(world, ada, review.id));
  expect(await remove(world, grace, review.id)).toEqual(refusal);
});
