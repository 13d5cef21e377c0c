/** A deployment without reviews. */
import { expect, test, vi } from 'vitest';
import * as contract from '../../../lib/resources/reviews/operations.ts';
import { call } from '../../support/http/call.ts';
import { notFound } from '../../support/http/refusals.ts';
import { newReview } from '../../support/world/reviews.ts';
import { newWorld } from '../../support/world/world.ts';

test('SERVICE_REVIEWS=false: 404 on every endpoint, whoever asks', async () => {
  const world = await newWorld();
  const path = { review_id: (await newReview(world, world.customers[0], world.products[0])).id };
  vi.stubEnv('SERVICE_REVIEWS', 'false');

  for (const reply of [
    await call(contract.listReviews),
    await call(contract.listReviews, { key: world.read }),
    await call(contract.getReview, { path, key: world.read }),
    await call(contract.hideReview, { path, body: { reason: 'spam' }, key: world.write }),
    await call(contract.showReview, { path }),
  ]) {
    expect(reply).toMatchObject(notFound);
  }
});
