/** 404: reviews that are not there, or no longer. */
import { beforeAll, expect, test } from 'vitest';
import { deleteReview } from '../../../lib/resources/reviews/functions.ts';
import * as contract from '../../../lib/resources/reviews/operations.ts';
import { call } from '../../support/http/call.ts';
import { notFound } from '../../support/http/refusals.ts';
import { invoke } from '../../support/invoke.ts';
import { newReview } from '../../support/world/reviews.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

let world: World;

beforeAll(async () => {
  world = await newWorld();
});

const answers = (review_id: string) =>
  Promise.all([
    call(contract.getReview, { path: { review_id }, key: world.read }),
    call(contract.hideReview, { path: { review_id }, body: { reason: 'spam' }, key: world.write }),
    call(contract.showReview, { path: { review_id }, key: world.write }),
  ]);

test.each(['rev_unknown', 'rev_', 'cus_1', `rev_${'x'.repeat(65)}`])('404 for %s', async (review_id) => {
  for (const answer of await answers(review_id)) expect(answer).toMatchObject(notFound);
});

test('404 for a review that its author has deleted', async () => {
  const review = await newReview(world, world.customers[0], world.products[0]);
  const author = { store_id: world.store.id, customer_id: world.customers[0].id };
  await succeeded(invoke(deleteReview, { ...author, review_id: review.id }));

  for (const answer of await answers(review.id)) expect(answer).toMatchObject(notFound);
});
