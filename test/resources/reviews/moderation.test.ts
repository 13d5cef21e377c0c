/** What the store does with reviews: every row of the state table (contract, "Review status"), and Hide Review. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import type { Standing } from '../../../lib/resources/customers/fields.ts';
import { setCustomerStanding } from '../../../lib/resources/customers/functions.ts';
import { deleteReview } from '../../../lib/resources/reviews/functions.ts';
import * as contract from '../../../lib/resources/reviews/operations.ts';
import { call, invalid, notFound } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newReview } from '../../support/world/reviews.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

let world: World;
let path: { review_id: string };

const hide = (reason = 'spam', note?: string) =>
  call(contract.hideReview, { path, body: { reason, note }, key: world.write });

const show = () => call(contract.showReview, { path, key: world.write });

const stand = (standing: Standing) =>
  invoke(setCustomerStanding, {
    store_id: world.store.id,
    customer_id: world.customers[0].id,
    standing,
  });

const review = async () => (await call(contract.getReview, { path, key: world.read })).body;

const rating = async () => {
  const { review_count, rating_sum } = await products.get(world.store.id, world.products[0].id);
  return { review_count, rating_sum };
};

/** How a review gets each status, and the status of its author then. */
const origins = {
  published: { standing: 'good', arrange: async () => undefined },
  shadowbanned: { standing: 'shadowbanned', arrange: () => stand('shadowbanned') },
  banned: { standing: 'banned', arrange: () => stand('banned') },
  'hidden, author good': { standing: 'good', arrange: () => hide() },
  'hidden, author shadowbanned': {
    standing: 'shadowbanned',
    arrange: async () => {
      await stand('shadowbanned');
      await hide();
    },
  },
  'hidden, author banned': {
    standing: 'banned',
    arrange: async () => {
      await hide();
      await stand('banned');
    },
  },
} as const satisfies Record<string, { standing: Standing; arrange: () => Promise<unknown> }>;

type Origin = keyof typeof origins;

const triggers = {
  'Hide Review': () => hide('offensive'),
  'Show Review': show,
  'the store shadowbans the author': () => stand('shadowbanned'),
  'the store bans the author': () => stand('banned'),
  "the store lifts the author's ban": () => stand('good'),
};

type Trigger = keyof typeof triggers;

/** The status of a review of each origin after each trigger, in the order of `triggers`. */
const stateTable: Readonly<Record<Origin, readonly string[]>> = {
  published: ['hidden', 'published', 'shadowbanned', 'banned', 'published'],
  shadowbanned: ['hidden', 'shadowbanned', 'shadowbanned', 'banned', 'published'],
  banned: ['hidden', 'banned', 'shadowbanned', 'banned', 'published'],
  'hidden, author good': ['hidden', 'published', 'hidden', 'hidden', 'hidden'],
  'hidden, author shadowbanned': ['hidden', 'shadowbanned', 'hidden', 'hidden', 'hidden'],
  'hidden, author banned': ['hidden', 'banned', 'hidden', 'hidden', 'hidden'],
};

const rows = Object.entries(stateTable).flatMap(([origin, statuses]) =>
  Object.keys(triggers).map((trigger, index) => [origin, trigger, statuses[index]] as [Origin, Trigger, string]),
);

describe('the state table', () => {
  test.each(rows)('%s, %s: %s', async (origin, trigger, expected) => {
    world = await newWorld();
    const posted = await newReview(world, world.customers[0], world.products[0], { rating: 3 });
    path = { review_id: posted.id };
    await origins[origin].arrange();

    await triggers[trigger]();

    const after = await review();
    expect(after).toMatchObject({ status: expected, created_at: posted.created_at, updated_at: posted.updated_at });
    expect(await rating()).toEqual(
      expected === 'published' ? { review_count: 1, rating_sum: 3 } : { review_count: 0, rating_sum: 0 },
    );
    if (expected === 'hidden') {
      expect(after).toMatchObject({ hidden_at: expect.any(String), hidden_reason: expect.any(String) });
    } else {
      expect(after).toMatchObject({ hidden_at: null, hidden_reason: null, hidden_note: null });
    }
  });

  test.each([
    ['hidden, author good', "the store lifts the author's ban", 'published'],
    ['hidden, author good', 'the store shadowbans the author', 'shadowbanned'],
    ['hidden, author good', 'the store bans the author', 'banned'],
    ['hidden, author banned', "the store lifts the author's ban", 'published'],
    ['hidden, author banned', 'the store shadowbans the author', 'shadowbanned'],
  ] as [Origin, Trigger, string][])('%s, %s, then Show Review: %s', async (origin, trigger, expected) => {
    world = await newWorld();
    path = { review_id: (await newReview(world, world.customers[0], world.products[0])).id };
    await origins[origin].arrange();
    await triggers[trigger]();

    expect((await show()).body.status).toBe(expected);
    expect((await review()).status).toBe(expected);
  });
});

describe('Hide Review', () => {
  let world: World;

  let path: { review_id: string };

  beforeAll(async () => {
    world = await newWorld();
    path = { review_id: (await newReview(world, world.customers[0], world.products[0])).id };
  });

  const hide = (body: unknown) => call(contract.hideReview, { path, body, key: world.write });

  const review = async () => (await call(contract.getReview, { path, key: world.read })).body;

  const reason = 'reason is required: spam, offensive, off_topic, personal_info, or other';

  test.each([
    [{ reason: 'boring' }, reason],
    [{ reason: 7 }, reason],
    [{ reason: 'spam', note: 'x'.repeat(1001) }, 'note must be 1000 characters or fewer'],
    [{ reason: 'spam', note: 5 }, 'note must be a string'],
  ])('400 INVALID_FIELD for %j', async (body, error) => {
    expect(await hide(body)).toMatchObject(invalid(error));
  });

  test.each(['spam', 'offensive', 'off_topic', 'personal_info', 'other'])('hides for the reason %s', async (why) => {
    const note = '🫖'.repeat(1000);
    const { status, body } = await hide({ reason: why, note });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'hidden', hidden_reason: why, hidden_note: note });
  });

  test('again replaces reason, note and time', async () => {
    await hide({ reason: 'spam', note: 'An advertisement' });
    expect(await review()).toMatchObject({ hidden_reason: 'spam', hidden_note: 'An advertisement' });

    const { body } = await hide({ reason: 'off_topic' });

    expect(body).toMatchObject({ status: 'hidden', hidden_reason: 'off_topic', hidden_note: null });
    expect(await review()).toEqual(body);
  });
});

describe('a review that is not there', () => {
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

  test('404 for a review that its author has deleted', async () => {
    const review = await newReview(world, world.customers[0], world.products[0]);
    const author = { store_id: world.store.id, customer_id: world.customers[0].id };
    await succeeded(invoke(deleteReview, { ...author, review_id: review.id }));

    for (const answer of await answers(review.id)) expect(answer).toMatchObject(notFound);
  });
});

test('SERVICE_REVIEWS=false: 404 on every endpoint, for any key', async () => {
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
