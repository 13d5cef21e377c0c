import { expect, test } from 'vitest';
import { auditRatings } from '../../../lib/resources/reviews/functions.ts';
import type { ResultOf } from '../../../lib/schema/invocable.ts';
import { invoke } from '../../support/invoke.ts';
import { addToProduct as add, newReview } from '../../support/world/reviews.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const audit = ({ store }: World, fields: object = {}) =>
  succeeded(invoke(auditRatings, { store_id: store.id, ...fields }));

const none = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };

const tamper = (world: World, product: string) => add(world, product, { review_count: 1 });

test('no drift in what reviews have moved', async () => {
  const world = await newWorld();
  for (const product of world.products) await newReview(world, world.customers[0], product);
  await newReview(world, world.customers[1], world.products[0]);

  expect(await audit(world)).toEqual({ audited: 3, drifts: [], next: null });
});

test('reports a product with a rating that is not that of its reviews', { tags: 'long' }, async () => {
  const world = await newWorld();
  const [{ id }, , { id: unreviewed }] = world.products;
  await newReview(world, world.customers[0], world.products[0], { rating: 3 });
  await Promise.all([tamper(world, id), tamper(world, unreviewed)]);

  expect((await audit(world)).drifts).toEqual([
    {
      product_id: id,
      stored: { review_count: 2, rating_sum: 3, ratings: { ...none, 3: 1 } },
      counted: { review_count: 1, rating_sum: 3, ratings: { ...none, 3: 1 } },
    },
    {
      product_id: unreviewed,
      stored: { review_count: 1, rating_sum: 0, ratings: none },
      counted: { review_count: 0, rating_sum: 0, ratings: none },
    },
  ]);
});

test('reports the product with only wrong stars', { tags: 'long' }, async () => {
  const world = await newWorld();
  const [{ id }] = world.products;
  await newReview(world, world.customers[0], world.products[0], { rating: 3 });
  await add(world, id, { stars_3: -1, stars_4: 1 });

  expect((await audit(world)).drifts).toEqual([
    {
      product_id: id,
      stored: { review_count: 1, rating_sum: 3, ratings: { ...none, 4: 1 } },
      counted: { review_count: 1, rating_sum: 3, ratings: { ...none, 3: 1 } },
    },
  ]);
});

test('stars are not judged that a release without them has not moved', async () => {
  const world = await newWorld();
  const [{ id }] = world.products;
  await newReview(world, world.customers[0], world.products[0], { rating: 3 });
  await add(world, id, { stars_3: -1, stars_version: -1 });

  expect((await audit(world)).drifts).toEqual([]);
});

test('goes through the store page by page', async () => {
  const world = await newWorld();
  const audited: number[] = [];
  let after: string | null = null;
  do {
    const page: ResultOf<typeof auditRatings> = await audit(world, { after, limit: 2 });
    audited.push(page.audited);
    after = page.next;
  } while (after !== null);

  expect(audited).toEqual([2, 1]);
});

test('INVALID_FIELD for a limit over 100', async () => {
  const { store } = await newWorld();
  expect(await invoke(auditRatings, { store_id: store.id, limit: 101 })).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage: 'limit must be between 1 and 100',
  });
});
