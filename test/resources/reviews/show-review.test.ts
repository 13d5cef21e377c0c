import { expect, test } from 'vitest';
import * as contract from '../../../lib/resources/reviews/operations.ts';
import { call } from '../../support/http/call.ts';
import { newReview } from '../../support/world/reviews.ts';
import { newWorld } from '../../support/world/world.ts';

test('a review that was hidden is as it was before', async () => {
  const world = await newWorld();
  const review = await newReview(world, world.customers[0], world.products[0]);
  const path = { review_id: review.id };
  await call(contract.hideReview, { path, body: { reason: 'spam', note: 'An advertisement' }, key: world.write });

  const { body: shown } = await call(contract.showReview, { path, key: world.write });

  expect(shown).toMatchObject({ status: 'published', rating: 4, variant_name: 'Large', author_name: 'Ada L.' });
  expect(shown).toEqual(review);
  expect((await call(contract.getReview, { path, key: world.read })).body).toEqual(shown);
});
