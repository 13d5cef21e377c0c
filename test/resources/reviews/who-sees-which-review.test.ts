/** What a product page and an account show of a review in each status, and to whom. */
import { beforeEach, expect, test } from 'vitest';
import type { Review } from '../../../lib/resources/reviews/fields.ts';
import { hide, inAccount, newReview, onPage, stand } from '../../support/world/reviews.ts';
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

test.each([
  ['published', ['published'], ['published'], ['published'], async () => undefined],
  ['hidden', [], [], ['hidden'], (id: string) => hide(world, id)],
  ['shadowbanned', [], ['published'], ['published'], () => stand(world, ada, 'shadowbanned')],
  ['banned', [], [], [], () => stand(world, ada, 'banned')],
] as const)('%s: others %j, the author %j and in their account %j', async (_, others, author, account, arrange) => {
  const review = await newReview(world, ada, teapot);
  await arrange(review.id);

  const statuses = ({ data }: { data: Review[] }) => data.map(({ status }) => status);
  expect(statuses(await onPage(world))).toEqual(others);
  expect(statuses(await onPage(world, { viewer_customer_id: grace.id }))).toEqual(others);
  expect(statuses(await onPage(world, { viewer_customer_id: ada.id }))).toEqual(author);
  expect(statuses(await inAccount(world, ada))).toEqual(account);
  expect(statuses(await inAccount(world, grace))).toEqual([]);
});
