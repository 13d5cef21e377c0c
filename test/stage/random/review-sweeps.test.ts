/** Standings and deletions over more reviews than one transaction takes, interrupted at every call to AWS. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import type { ImportedProduct } from '../../../lib/resources/catalog/fields.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import type { Standing } from '../../../lib/resources/customers/fields.ts';
import { deleteCustomer, setCustomerStanding } from '../../../lib/resources/customers/functions.ts';
import type { Review, ReviewStatus } from '../../../lib/resources/reviews/fields.ts';
import { listReviews as contract } from '../../../lib/resources/reviews/operations.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { newReview as newReviewOf } from '../../../lib/resources/reviews/rules.ts';
import * as batches from '../../../lib/runtime/batches.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { type FaultMoment, watch } from '../../support/aws/aws-calls.ts';
import { dyingAfterCommit } from '../../support/aws/interleave.ts';
import { entitiesOf, isolateTables } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newReview } from '../../support/world/reviews.ts';
import { newCustomer, newProduct, newWorld, succeeded, type World } from '../../support/world/world.ts';

isolateTables('suite');

const reviewsAtOnce = batches.changedReviews.size;
const reviewsDeletedAtOnce = batches.deletedReviews.size;

/** So that a few reviews are more than one transaction takes. */
function withFewAtOnce(): void {
  onTestFinished(resize((_, usual) => Math.min(usual, 3)));
}

let world: World;
let reviewedProducts: ImportedProduct[];
let ada: { id: string };

/** A customer with so many reviews, each of another product, which another customer reviewed too. */
async function withReviews(count: number): Promise<void> {
  world = await newWorld();
  ada = newCustomer();
  reviewedProducts = Array.from({ length: count }, () => newProduct());
  for (let from = 0; from < count; from += 90) {
    await succeeded(
      invoke(importRecords, {
        store_id: world.store.id,
        customers: [ada],
        products: reviewedProducts.slice(from, from + 90),
      }),
    );
  }
  await seed(ada, reviewedProducts, 5);
  await seed(world.customers[0], reviewedProducts.slice(0, 5), 2);
}

/** As many reviews as one transaction creates: each is four items. */
const seededAtOnce = 25;

async function seed(author: { id: string }, reviewed: readonly ImportedProduct[], rating: number): Promise<void> {
  const customer = { ...newCustomer(author), standing: 'good' } as const;
  for (let from = 0; from < reviewed.length; from += seededAtOnce) {
    const writes = reviewed.slice(from, from + seededAtOnce).flatMap((product) => {
      const posting = { id: newId('review'), now: timestampNow(), customer, product, variant_id: 'prv_1' };
      return reviews.create(world.store.id, newReviewOf({ rating }, posting), product);
    });
    await commitUnitOfWork(writing(writes));
  }
}

const stand = (standing: Standing) =>
  invoke(setCustomerStanding, {
    store_id: world.store.id,
    customer_id: ada.id,
    standing,
  });
const removeAda = () => invoke(deleteCustomer, { store_id: world.store.id, customer_id: ada.id });

async function list(query: Record<string, string>): Promise<Review[]> {
  const found: Review[] = [];
  for (let more = true; more; ) {
    const after = found.at(-1)?.id ?? '';
    const { body } = await call(contract, { query: { ...query, after, limit: 100 }, key: world.read });
    found.push(...body.data);
    more = body.has_more;
  }
  return found;
}

async function expectStatus(status: ReviewStatus): Promise<void> {
  expect(await list({ customer: ada.id, status })).toHaveLength(reviewedProducts.length);
  expect(await list({ customer: ada.id })).toHaveLength(reviewedProducts.length);
  await expectRatings(status === 'published' ? { review_count: 1, rating_sum: 5 } : { review_count: 0, rating_sum: 0 });
}

/** What each product's rating is without the other customer's part of it. */
async function expectRatings({ review_count, rating_sum }: { review_count: number; rating_sum: number }) {
  const found = await Promise.all(reviewedProducts.map(({ id }) => products.get(world.store.id, id)));
  for (const [index, product] of found.entries()) {
    const others = index < 5 ? 1 : 0;
    expect(product).toMatchObject({
      review_count: review_count + others,
      rating_sum: rating_sum + 2 * others,
    });
  }
}

/** Fails a call of each try, the next one of the next, until a try comes through: every call has then failed once. */
async function interrupted<R extends object>(moment: FaultMoment, work: () => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let failing = 0; ; failing += 1) {
    const { result, calls } = await watch(work, (index) => (index === failing ? moment : undefined));
    results.push(result);
    if (calls.length <= failing) return results;
  }
}

const transaction = 'TransactWriteItemsCommand';

describe(`${reviewsAtOnce} reviews`, () => {
  beforeEach(() => withReviews(reviewsAtOnce));

  test('change in one transaction with the standing', async () => {
    const { result, calls } = await watch(() => stand('banned'));
    expect(result).toMatchObject({ standing: 'banned', reviews_changed: reviewsAtOnce });
    expect(calls.filter(({ command }) => command === transaction)).toHaveLength(1);
    await expectStatus('banned');
  });
});

describe(`${reviewsDeletedAtOnce} reviews`, () => {
  beforeEach(() => withReviews(reviewsDeletedAtOnce));

  test('go in one transaction with the customer', async () => {
    const { calls } = await watch(removeAda, (_, command) => (command === transaction ? 'after' : undefined));
    expect(calls.at(-1)?.command).toBe(transaction);
    expect(await list({ status: 'published' })).toHaveLength(5);
    await expectRatings({ review_count: 0, rating_sum: 0 });
  });
});

describe('more than one transaction takes', () => {
  beforeEach(async () => {
    withFewAtOnce();
    await withReviews(8);
  });

  test.each<FaultMoment>(['before', 'after'])('every call fails once, %s it takes effect: standing', async (moment) => {
    const results = await interrupted(moment, () => stand('banned'));

    expect(results.at(-1)).toMatchObject({ standing: 'banned' });
    expect(results.length).toBeGreaterThan(4);
    await expectStatus('banned');
    expect(await stand('banned')).toMatchObject({ reviews_changed: 0 });

    expect(await stand('good')).toMatchObject({ reviews_changed: reviewedProducts.length });
    await expectStatus('published');
  });

  test.each<FaultMoment>(['before', 'after'])('every call fails once, %s it takes effect: deletion', async (moment) => {
    const results = await interrupted(moment, removeAda);

    expect(results.at(-1)).toEqual({ customer_id: ada.id, deleted: true });
    expect(await list({})).toHaveLength(5);
    await expectRatings({ review_count: 0, rating_sum: 0 });
    const left = (await entitiesOf(world.store.id)).filter(({ pk }) => pk.endsWith(`#CUSTOMER#${ada.id}`));
    expect(left).toMatchObject([{ sk: 'CUSTOMER', deleted_at: expect.any(String) }]);
  });

  test('another standing takes over where the first was interrupted', async () => {
    await watch(
      () => stand('banned'),
      (index) => (index === 5 ? 'before' : undefined),
    );
    expect((await list({ customer: ada.id, status: 'banned' })).length).toBeLessThan(reviewedProducts.length);

    await succeeded(stand('shadowbanned'));

    await expectStatus('shadowbanned');
  });

  test('several at once end in one of the standings, whole', async () => {
    await Promise.all([stand('banned'), stand('shadowbanned'), stand('banned'), stand('good')]);

    const [first] = await list({ customer: ada.id });
    await expectStatus(first?.status ?? 'published');
  });

  test('half way through, every list shows a review as it is, and a new one starts right', async () => {
    await watch(
      () => stand('shadowbanned'),
      (index) => (index === 5 ? 'before' : undefined),
    );

    const all = await list({ customer: ada.id });
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['published', 'shadowbanned']));
    for (const { id, product_id, status } of [...all.slice(0, 4), ...all.slice(-4)]) {
      const pair = await list({ customer: ada.id, product: product_id });
      expect(pair).toMatchObject([{ id, status }]);
    }
    const [product] = world.products;
    const review = await newReview(world, ada, product);
    expect(await list({ product: product.id })).toMatchObject([{ id: review.id, status: 'shadowbanned' }]);

    await succeeded(stand('shadowbanned'));
    reviewedProducts.push(product);
    expect(await list({ customer: ada.id, status: 'shadowbanned' })).toHaveLength(reviewedProducts.length);
  });

  test('a customer imported again after the deletion starts again', async () => {
    await removeAda();
    await succeeded(invoke(importRecords, { store_id: world.store.id, customers: [newCustomer(ada)] }));
    expect(await list({ customer: ada.id })).toEqual([]);
    const [product] = reviewedProducts;
    expect(await newReview(world, ada, product ?? newProduct())).toMatchObject({ status: 'published' });
  });
});

test('while a standing reaches one review after the other, each is listed with what it has itself', async () => {
  withFewAtOnce();
  await withReviews(6);
  await dyingAfterCommit(() => stand('shadowbanned'));

  const all = await list({ customer: ada.id });
  const listed = await Promise.all(all.map(({ product_id }) => list({ customer: ada.id, product: product_id })));

  expect(new Set(all.map(({ status }) => status)).size).toBe(2);
  expect(listed.flat()).toEqual(all);
});
