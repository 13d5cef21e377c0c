import { beforeEach, expect, test, vi } from 'vitest';
import { edit, hide, newReview, rating, remove, reviewContent, stand, stored } from '../../support/world/reviews.ts';
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

test('replaces what it says; the rating follows', async () => {
  const review = await newReview(world, ada, teapot);

  const edited = await succeeded(edit(world, ada, review.id, { rating: 1, title: 'Leaks' }));

  expect(edited).toMatchObject({ id: review.id, rating: 1, title: 'Leaks', body: '' });
  expect(await stored(world, review.id)).toEqual(edited);
  expect(await rating(world)).toEqual([1, 1]);
});

test('moves updated_at, unless it says the same', async () => {
  const review = await newReview(world, ada, teapot);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });

  expect(await edit(world, ada, review.id, reviewContent)).toEqual(review);
  const edited = await edit(world, ada, review.id, { rating: 2 });
  vi.useRealTimers();

  expect(edited.created_at).toBe(review.created_at);
  expect(Date.parse(edited.updated_at) - Date.parse(review.updated_at)).toBeGreaterThanOrEqual(60_000);
});

test('a hidden review stays hidden, and its author does not see the note', async () => {
  const review = await newReview(world, ada, teapot);
  await hide(world, review.id);

  const edited = await succeeded(edit(world, ada, review.id, { rating: 1 }));

  expect(edited).toMatchObject({ status: 'hidden', hidden_reason: 'off_topic', hidden_note: null });
  expect(await stored(world, review.id)).toMatchObject({ rating: 1, hidden_note: 'About the courier' });
  expect(await rating(world)).toEqual([0, 0]);
});

test('NOT_FOUND for an unknown or deleted review, or one of another author', async () => {
  const review = await newReview(world, ada, teapot);
  const refusal = { errorType: 'NOT_FOUND', errorMessage: 'Resource not found' };

  expect(await edit(world, grace, review.id, { rating: 1 })).toEqual(refusal);
  expect(await edit(world, ada, 'rev_unknown', { rating: 1 })).toEqual(refusal);
  await succeeded(remove(world, ada, review.id));
  expect(await edit(world, ada, review.id, { rating: 1 })).toEqual(refusal);
});

test('FORBIDDEN for a banned author', async () => {
  const review = await newReview(world, ada, teapot);
  await stand(world, ada, 'banned');
  expect(await edit(world, ada, review.id, { rating: 1 })).toEqual({
    errorType: 'FORBIDDEN',
    errorMessage: 'The customer is banned',
  });
});
