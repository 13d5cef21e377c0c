/** Ratings of products by stars, and reviews by them. */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { getProductRatings } from '../../../lib/resources/reviews/functions.ts';
import { showReview } from '../../../lib/resources/reviews/operations.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { migrate, migrationStates } from '../../../lib/work/migrate.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { changeItem } from '../../support/aws/changed-items.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { withUsualBatches } from '../../support/batches.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { addToProduct, edit, hide, newReview, onPage, remove, stand } from '../../support/world/reviews.ts';
import { newCustomer, newWorld, succeeded, type World } from '../../support/world/world.ts';

let world: World;
let ada: World['customers'][0];
let grace: World['customers'][0];
let teapot: World['products'][0];

beforeEach(async () => {
  world = await newWorld();
  [ada, grace] = world.customers;
  [teapot] = world.products;
});

const none = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };

const ratingsOf = (product_ids: unknown) => invoke(getProductRatings, { store_id: world.store.id, product_ids });

/** How the first product is rated: count, mean and stars. */
async function rated() {
  const { data } = await succeeded(ratingsOf([teapot.id]));
  return data.map(({ review_count, rating_average, ratings }) => [review_count, rating_average, ratings])[0];
}

const listed = async (fields: object) =>
  (await succeeded(onPage(world, fields))).data.map(({ id }: { id: string }) => id);

describe('while AWS builds the index by stars', () => {
  const unready = (message: string) => Object.assign(new Error(message), { name: 'ValidationException' });
  const indexes: (string | undefined)[] = [];

  /** DynamoDB as it refuses queries of an index. */
  function refuse(error: Error): void {
    indexes.length = 0;
    const end = onCall(dynamodb, ({ input }, next) => {
      indexes.push(input.IndexName);
      if (input.IndexName === 'stars_feed') throw error;
      return next();
    });
    onTestFinished(end);
  }

  test.each([
    'Cannot read from backfilling global secondary index: stars_feed',
    'The table does not have the specified index: stars_feed',
  ])('the list by stars is the same: %s', async (message) => {
    const people = world.customers;
    for (const [index, customer] of people.entries())
      await newReview(world, customer, teapot, { rating: index % 2 === 0 ? 5 : 3 });
    const pages = async () => {
      const all = await listed({ rating: 5 });
      const [first] = await listed({ rating: 5, limit: 1 });
      return [all, first, await listed({ rating: 5, limit: 1, after: first }), await listed({ rating: 1 })];
    };
    const ready = await pages();
    expect(ready[0]).toContain(ready[1]);

    refuse(unready(message));
    expect(await pages()).toEqual(ready);
    expect(indexes).toContain('product_feed');
  });

  test.each([
    unready('One or more parameter values were invalid'),
    Object.assign(new Error('backfilling global secondary index'), { name: 'InternalServerError' }),
  ])('another failure is one: %s', async (error) => {
    refuse(error);

    expect(await onPage(world, { rating: 5 })).toMatchObject({ errorType: 'INTERNAL_ERROR' });
  });
});

describe('get-product-ratings', () => {
  test('each change of a review counts at once', async () => {
    const first = await newReview(world, ada, teapot, { rating: 5 });
    await newReview(world, grace, teapot, { rating: 2 });
    expect(await rated()).toEqual([2, 3.5, { ...none, 2: 1, 5: 1 }]);

    await succeeded(edit(world, ada, first.id, { rating: 4 }));
    expect(await rated()).toEqual([2, 3, { ...none, 2: 1, 4: 1 }]);

    await hide(world, first.id);
    expect(await rated()).toEqual([1, 2, { ...none, 2: 1 }]);

    await call(showReview, { path: { review_id: first.id }, key: world.write });
    await stand(world, grace, 'banned');
    expect(await rated()).toEqual([1, 4, { ...none, 4: 1 }]);

    await succeeded(remove(world, ada, first.id));
    expect(await rated()).toEqual([0, null, none]);
  });

  test('products in the order asked, repeated ones once, without unknown ones', async () => {
    const [, cup, book] = world.products;
    const { data } = await succeeded(ratingsOf([book.id, 'pro_unknown', teapot.id, book.id, cup.id]));

    expect(data.map(({ product_id }: { product_id: string }) => product_id)).toEqual([book.id, teapot.id, cup.id]);
  });

  test('a hundred products cost one call', async () => {
    withUsualBatches();
    await newReview(world, ada, teapot, { rating: 5 });
    const ids = [teapot.id, ...Array.from({ length: 99 }, (_, index) => `pro_unknown${index}`)];
    await ratingsOf(ids);

    const { calls } = await watch(() => succeeded(ratingsOf(ids)));

    expect(calls.map(({ command }) => command)).toEqual(['BatchGetItemCommand']);
  });

  test.each([
    [[], 'product_ids must be 1 to 100 IDs'],
    [Array.from({ length: 101 }, (_, index) => `pro_${index}`), 'product_ids must be 1 to 100 IDs'],
    ['pro_1', 'product_ids must be an array'],
    [['rev_1'], 'product_ids must be a product ID'],
  ])('INVALID_FIELD for %j', async (ids, errorMessage) => {
    expect(await ratingsOf(ids)).toEqual({ errorType: 'INVALID_FIELD', errorMessage });
  });

  test('a product that a release without stars has moved is counted by its reviews', async () => {
    await newReview(world, ada, teapot, { rating: 5 });
    await newReview(world, grace, teapot, { rating: 3 });
    await addToProduct(world, teapot.id, { stars_5: -1, stars_version: -1 });

    expect(await rated()).toEqual([2, 4, { ...none, 3: 1, 5: 1 }]);
  });

  test('counts that do not add up to the number of reviews are not shown', async () => {
    await newReview(world, ada, teapot, { rating: 5 });
    await addToProduct(world, teapot.id, { stars_5: -1 });

    expect(await rated()).toEqual([1, 5, { ...none, 5: 1 }]);
  });
});

describe('list-product-reviews by stars', () => {
  test('those with as many stars, newest first, page by page', async () => {
    const five = await newReview(world, ada, teapot, { rating: 5 });
    const other = await newReview(world, grace, teapot, { rating: 5 });
    await newReview(world, ada, world.products[1], { rating: 5 });

    expect(await listed({ rating: 5 })).toEqual([other.id, five.id]);
    expect(await listed({ rating: 4 })).toEqual([]);
    expect(await succeeded(onPage(world, { rating: 5, limit: 1 }))).toMatchObject({ has_more: true });
    expect(await listed({ rating: 5, after: other.id })).toEqual([five.id]);
  });

  test('an edited, a hidden and a deleted review leave the list', async () => {
    const review = await newReview(world, ada, teapot, { rating: 5 });
    const hidden = await newReview(world, grace, teapot, { rating: 4 });
    await succeeded(edit(world, ada, review.id, { rating: 4 }));
    expect([await listed({ rating: 5 }), await listed({ rating: 4 })]).toEqual([[], [hidden.id, review.id]]);

    await hide(world, hidden.id);
    await succeeded(remove(world, ada, review.id));
    expect(await listed({ rating: 4 })).toEqual([]);
  });

  test('a viewer sees their own shadowbanned review only among those of its stars', async () => {
    const review = await newReview(world, ada, teapot, { rating: 5 });
    await stand(world, ada, 'shadowbanned');

    expect(await listed({ rating: 5, viewer_customer_id: ada.id })).toEqual([review.id]);
    expect(await listed({ rating: 4, viewer_customer_id: ada.id })).toEqual([]);
    expect(await listed({ rating: 5, viewer_customer_id: grace.id })).toEqual([]);
  });

  test('costs as many calls as the list of all stars', async () => {
    await newReview(world, ada, teapot, { rating: 5 });
    await listed({ rating: 5 });
    const all = await watch(() => listed({}));
    const byStars = await watch(() => listed({ rating: 5 }));

    expect(byStars.calls.map(({ command }) => command)).toEqual(all.calls.map(({ command }) => command));
    expect([byStars.roundTrips, byStars.capacity]).toEqual([all.roundTrips, all.capacity]);
  });

  test.each([0, 6, 2.5, '5'])('INVALID_FIELD for %j', async (stars) => {
    expect(await onPage(world, { rating: stars })).toMatchObject({ errorType: 'INVALID_FIELD' });
  });

  test('a place that an older release left is passed over, and the page is filled', async () => {
    const review = await newReview(world, ada, teapot, { rating: 5 });
    // More than a page reads at once.
    const others = [grace, newCustomer(), newCustomer()];
    await succeeded(invoke(importRecords, { store_id: world.store.id, customers: others }));
    for (const other of others) {
      const stale = await newReview(world, other, teapot, { rating: 5 });
      await setOn(stale.id, 'SET rating = :rating', { ':rating': 2 });
    }

    expect(await listed({ rating: 5, limit: 1 })).toEqual([review.id]);
    expect(await listed({ rating: 2 })).toEqual([]);
  });
});

const setOn = (review: string, UpdateExpression: string, values?: Record<string, unknown>) =>
  changeItem(keys.review(world.store.id, review), UpdateExpression, values);

describe('the migration of what earlier releases stored', () => {
  isolateTables('test');

  const migrateAll = async () => {
    do await migrate();
    while ((await migrationStates()).some(({ done_at }) => done_at === null));
  };

  const hour = 3_600_000;

  test('reviews get their places, products their counts', async () => {
    world = await newWorld();
    [ada] = world.customers;
    [teapot] = world.products;
    const review = await newReview(world, ada, teapot, { rating: 5 });
    await olderStars(review.id);
    expect(await listed({ rating: 5 })).toEqual([]);

    await migrateAll();

    expect(await listed({ rating: 5 })).toEqual([review.id]);
    const { result, calls } = await watch(rated);
    expect(result).toEqual([1, 5, { ...none, 5: 1 }]);
    expect(calls.map(({ command }) => command)).not.toContain('Query');
  });

  test('an hour later they run again, for what functions of the last release wrote meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      world = await newWorld();
      [ada] = world.customers;
      [teapot] = world.products;
      const review = await newReview(world, ada, teapot, { rating: 5 });
      await migrateAll();
      await olderStars(review.id);

      vi.setSystemTime(Date.now() + hour - 1000);
      await migrate();
      expect(await listed({ rating: 5 })).toEqual([]);
      vi.setSystemTime(Date.now() + 2000);
      await migrate();
      expect(await listed({ rating: 5 })).toEqual([review.id]);

      await olderStars(review.id);
      vi.setSystemTime(Date.now() + 2 * hour);
      await migrate();
      expect(await listed({ rating: 5 })).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  /** As releases before 0.3.0 leave a review, and its product. */
  async function olderStars(review: string): Promise<void> {
    await setOn(review, 'REMOVE stars_feed_pk, stars_feed_sk');
    await addToProduct(world, teapot.id, { stars_5: -1, stars_version: -1 });
  }
});
