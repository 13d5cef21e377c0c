import * as contract from '../../../lib/resources/reviews/operations.ts';
import { call } from '../http/call.ts';
import { newReview } from '../world/reviews.ts';
import type { World } from '../world/world.ts';
import type { Scenario } from './scenario.ts';

async function existing(world: World) {
  const { id } = await newReview(world, world.customers[0], world.products[0]);
  return { review_id: id };
}

async function hidden(world: World) {
  const path = await existing(world);
  await call(contract.hideReview, { path, body: { reason: 'spam' }, key: world.write });
  return path;
}

async function answered(world: World) {
  const path = await existing(world);
  await call(contract.setReviewReply, { path, body: { body: 'Thank you' }, key: world.write });
  return path;
}

export const scenarios: readonly Scenario[] = [
  {
    operation: contract.listReviews,
    prepare: async (world) => {
      await existing(world);
      return { query: { limit: 5 } };
    },
  },
  { operation: contract.getReview, prepare: async (world) => ({ path: await existing(world) }) },
  {
    operation: contract.hideReview,
    prepare: async (world) => ({ path: await existing(world), body: { reason: 'spam', note: 'An advertisement' } }),
  },
  { operation: contract.getReviewReply, prepare: async (world) => ({ path: await answered(world) }) },
  {
    operation: contract.setReviewReply,
    prepare: async (world) => ({ path: await answered(world), body: { body: 'Thank you, Ada' } }),
  },
  { operation: contract.removeReviewReply, prepare: async (world) => ({ path: await answered(world) }) },
  { operation: contract.showReview, prepare: async (world) => ({ path: await hidden(world) }) },
];
