import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handler as hideReview } from '../../functions/api/reviews/hide-review.ts';
import { handler as listReviews } from '../../functions/api/reviews/list-reviews.ts';
import { handler as showReview } from '../../functions/api/reviews/show-review.ts';
import { handler as deleteCustomer } from '../../functions/operator/delete-customer.ts';
import { handler as setStanding } from '../../functions/operator/set-customer-standing.ts';
import { handler as deleteReview } from '../../functions/storefront/delete-review.ts';
import { handler as editReview } from '../../functions/storefront/edit-review.ts';
import * as contract from '../../lib/contract/reviews.ts';
import { type ReviewObject, reviewStatuses } from '../../lib/contract/reviews.ts';
import { getRecord, isDeleted } from '../../lib/store/customers.ts';
import { getProduct } from '../../lib/store/products.ts';
import { type FaultMoment, watch } from '../support/aws-calls.ts';
import { call, invoke } from '../support/call.ts';
import { buy, post } from '../support/reviews.ts';
import { newWorld, type World } from '../support/world.ts';

const runs = Number(process.env.RUNS ?? 30);
const atOnce = 8;

const place = fc.record({ customer: fc.constantFrom(0, 1), product: fc.constantFrom(0, 1, 2) });
const rating = fc.integer({ min: 1, max: 5 });

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('post' as const), place, rating }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('edit' as const), place, rating }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('delete', 'hide', 'hide', 'show', 'show'), place }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom('good', 'shadowbanned', 'banned'), place }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete customer' as const), place }) },
);

const fault = fc.option(
  fc.record({ index: fc.integer({ min: 0, max: 6 }), moment: fc.constantFrom<FaultMoment>('before', 'after') }),
);

const action = fc.record({ step, fault });

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

test('whatever interleaves and fails, ratings, statuses and lists agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 16, maxLength: 48 }), async (actions) => {
      const world = await newWorld();
      await Promise.all(
        world.customers.flatMap((customer) => world.products.map((product) => buy(world, customer, product))),
      );

      await inTurns(actions, (one) => perform(world, one));

      await expectAgreement(world);
    }),
    { numRuns: runs, seed: Number(process.env.SEED ?? 20_260), endOnFailure: true },
  );
}, 3_600_000);

/** A few workers take the actions one after the other. */
async function inTurns(actions: readonly Action[], work: (action: Action) => Promise<unknown>): Promise<void> {
  const queue = actions.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const one of queue) await work(one);
    }),
  );
}

/** A failed call is an answer like any other; without a fault it is a failure of the test. */
async function perform(world: World, { step: asked, fault: injected }: Action): Promise<void> {
  const { result } = await watch(
    () => attempt(world, asked),
    (index) => (injected?.index === index ? injected.moment : undefined),
  );
  if (!injected) expect(result).not.toMatchObject({ errorType: 'INTERNAL_ERROR' });
}

async function attempt(world: World, { does, place: { customer: c, product: p }, ...rest }: Action['step']) {
  const customer = world.customers[c === 0 ? 0 : 1];
  const product = world.products[p] ?? world.products[0];
  const author = { store_id: world.store.id, customer_id: customer.id };
  const content = { rating: 'rating' in rest ? rest.rating : 1 };
  if (does === 'post') return post(world, customer, product, content);
  if (does === 'delete customer') return invoke(deleteCustomer, author);
  if (does === 'good' || does === 'shadowbanned' || does === 'banned') {
    return invoke(setStanding, { ...author, standing: does });
  }

  const [known] = await list(world, { product: product.id, customer: customer.id });
  const review_id = known?.id ?? 'rev_unknown';
  if (does === 'edit') return invoke(editReview, { ...author, review_id, ...content });
  if (does === 'delete') return invoke(deleteReview, { ...author, review_id });
  return does === 'hide'
    ? moderate(hideReview, contract.hideReview, { review_id }, world)
    : moderate(showReview, contract.showReview, { review_id }, world);
}

async function moderate(
  handler: typeof hideReview,
  operation: typeof contract.hideReview | typeof contract.showReview,
  path: { review_id: string },
  { write }: World,
) {
  const { body } = await call(handler, operation, { path, body: { reason: 'spam' }, key: write });
  return { errorType: body.code };
}

async function list({ read }: World, query: Record<string, string> = {}): Promise<ReviewObject[]> {
  const { body } = await call(listReviews, contract.listReviews, { query: { ...query, limit: 100 }, key: read });
  return body.data ?? [];
}

const statusFor = { good: 'published', shadowbanned: 'shadowbanned', banned: 'banned' } as const;

async function expectAgreement(world: World): Promise<void> {
  const all = await list(world);
  expect(all).toEqual(all.toSorted((a, b) => (a.id < b.id ? 1 : -1)));
  for (const status of reviewStatuses) {
    expect(await list(world, { status })).toEqual(all.filter((review) => review.status === status));
  }
  for (const { id } of world.customers) {
    await expectAuthorInLine(
      world,
      id,
      all.filter(({ customer_id }) => customer_id === id),
    );
  }
  for (const { id } of world.products) {
    await expectProductInLine(
      world,
      id,
      all.filter(({ product_id }) => product_id === id),
    );
  }
}

async function expectAuthorInLine(world: World, customer: string, own: readonly ReviewObject[]): Promise<void> {
  const record = await getRecord(world.store.id, customer);
  if (!record || isDeleted(record)) {
    expect(own).toEqual([]);
    return;
  }
  expect(await list(world, { customer })).toEqual(own);
  for (const { status, hidden_at } of own) {
    expect(status).toBe(hidden_at === null ? statusFor[record.standing] : 'hidden');
  }
  for (const { id: product } of world.products) {
    const pair = own.filter(({ product_id }) => product_id === product);
    expect(pair.length).toBeLessThanOrEqual(1);
    expect(await list(world, { customer, product })).toEqual(pair);
  }
}

async function expectProductInLine(world: World, product: string, reviews: readonly ReviewObject[]): Promise<void> {
  expect(await list(world, { product })).toEqual(reviews);
  const published = reviews.filter(({ status }) => status === 'published');
  expect(await getProduct(world.store.id, product)).toMatchObject({
    review_count: published.length,
    rating_sum: published.reduce((sum, { rating: stars }) => sum + stars, 0),
  });
}
