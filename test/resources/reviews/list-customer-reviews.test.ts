import { beforeEach, expect, test } from 'vitest';
import { watch } from '../../support/aws/aws-calls.ts';
import { hide, inAccount, newReview, stand } from '../../support/world/reviews.ts';
import { newWorld, type World } from '../../support/world/world.ts';

let world: World;
let ada: World['customers'][0];
let teapot: World['products'][0];

beforeEach(async () => {
  world = await newWorld();
  [ada] = world.customers;
  [teapot] = world.products;
});

test("the author sees a hidden review's reason and not the store's note", async () => {
  const review = await newReview(world, ada, teapot);
  await hide(world, review.id);
  expect((await inAccount(world, ada)).data).toMatchObject([{ hidden_reason: 'off_topic', hidden_note: null }]);
});

test('NOT_FOUND for an unknown customer', async () => {
  expect(await inAccount(world, { id: 'cus_unknown' })).toMatchObject({ errorType: 'NOT_FOUND' });
});

test.each([{ limit: 101 }, { after: 'pro_1' }])('INVALID_FIELD for %j', async (fields) => {
  expect(await inAccount(world, ada, fields)).toMatchObject({ errorType: 'INVALID_FIELD' });
});

test('one round trip once the store is known', async () => {
  await newReview(world, ada, teapot);
  await stand(world, ada, 'shadowbanned');
  expect((await watch(() => inAccount(world, ada))).roundTrips).toBe(1);
});
