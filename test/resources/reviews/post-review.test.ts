import { beforeEach, expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { cancelOrder, payOrder } from '../../../lib/resources/orders/functions.ts';
import * as contract from '../../../lib/resources/reviews/fields.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { invoke } from '../../support/invoke.ts';
import { orderOf, record } from '../../support/world/checkout.ts';
import { buy, newReview, post, rating, remove, reviewContent, stand, stored } from '../../support/world/reviews.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

let world: World;
let ada: World['customers'][0];
let grace: World['customers'][0];
let teapot: World['products'][0];
let store_id: string;
const importOf = (records: object) => succeeded(invoke(importRecords, { store_id, ...records }));

beforeEach(async () => {
  world = await newWorld();
  [ada, grace] = world.customers;
  [teapot] = world.products;
  store_id = world.store.id;
});

test('a review of the variant bought, which counts at once', async () => {
  const review = await newReview(world, ada, teapot);

  expect(review).toMatchObject({
    ...reviewContent,
    product_id: teapot.id,
    customer_id: ada.id,
    variant_name: 'Large',
    author_name: 'Ada L.',
    verified_purchase: true,
    status: 'published',
    hidden_at: null,
    hidden_reason: null,
    hidden_note: null,
  });
  expect(contract.review.safeParse(review).error).toBeUndefined();
  expect(await stored(world, review.id)).toEqual(review);
  expect(await rating(world)).toEqual([1, 4]);
});

test.each([{}, { title: null, body: null }, { title: '', body: '' }])('title and body may be %j', async (content) => {
  await buy(world, ada, teapot);
  const review = await post(world, ada, teapot, { title: undefined, body: undefined, ...content });
  expect(review).toMatchObject({ title: '', body: '' });
});

test('again with the same content gives the review again, and counts once', async () => {
  const review = await newReview(world, ada, teapot);

  expect(await post(world, ada, teapot)).toEqual(review);
  expect(await rating(world)).toEqual([1, 4]);
});

test('twelve at once are one', async () => {
  await buy(world, ada, teapot);
  const reviews = await Promise.all(Array.from({ length: 12 }, () => post(world, ada, teapot)));

  expect(new Set(reviews.map(({ id }) => id)).size).toBe(1);
  expect(await rating(world)).toEqual([1, 4]);
});

test.each([{ rating: 5 }, { title: 'Leaks' }, { body: '' }])('DUPLICATE for another content: %j', async (content) => {
  await newReview(world, ada, teapot);
  expect(await post(world, ada, teapot, content)).toEqual({
    errorType: 'DUPLICATE',
    errorMessage: 'Resource already exists',
  });
});

test('of another product, by another customer, or after deleting is another review', async () => {
  const first = await newReview(world, ada, teapot);
  const others = [await newReview(world, ada, world.products[1]), await newReview(world, grace, teapot)];
  await succeeded(remove(world, ada, first.id));
  const again = await succeeded(post(world, ada, teapot));

  expect(new Set([first, again, ...others].map(({ id }) => id)).size).toBe(4);
  expect(await rating(world)).toEqual([2, 8]);
});

test('starts shadowbanned where its author is, and looks published to them', async () => {
  await stand(world, ada, 'shadowbanned');
  const review = await newReview(world, ada, teapot);

  expect(review.status).toBe('published');
  expect((await stored(world, review.id)).status).toBe('shadowbanned');
  expect(await rating(world)).toEqual([0, 0]);
});

test.each([
  ['The site takes no reviews', () => importOf({ sites: [{ ...world.sites[0], reviews_enabled: false }] })],
  ["The customer's email is not verified", () => importOf({ customers: [{ ...ada, email_verified: false }] })],
  ['The customer is banned', () => stand(world, ada, 'banned')],
])('FORBIDDEN: %s', async (errorMessage, arrange) => {
  await buy(world, ada, teapot);
  await arrange();
  expect(await post(world, ada, teapot)).toEqual({ errorType: 'FORBIDDEN', errorMessage });
  expect(await rating(world)).toEqual([0, 0]);
});

test('FORBIDDEN: The customer has not bought the product in a paid order', async () => {
  await buy(world, ada, world.products[1]);
  await buy(world, grace, teapot);
  expect(await post(world, ada, teapot)).toEqual({
    errorType: 'FORBIDDEN',
    errorMessage: 'The customer has not bought the product in a paid order',
  });
});

test('a pending order does not count until it is paid', async () => {
  const order = orderOf(world, { status: 'pending' });
  await succeeded(record(world, order));
  expect(await post(world, ada, teapot)).toMatchObject({ errorType: 'FORBIDDEN' });

  await succeeded(invoke(payOrder, { store_id, order_id: order.id }));
  expect(await post(world, ada, teapot)).toMatchObject({ status: 'published', variant_name: 'Small' });
});

test('a cancelled order does not count', async () => {
  const order = orderOf(world, { status: 'pending' });
  await succeeded(record(world, order));
  await succeeded(invoke(cancelOrder, { store_id, order_id: order.id }));

  expect(await post(world, ada, teapot)).toMatchObject({ errorType: 'FORBIDDEN' });
});

test.each([{ site_id: 'sit_unknown' }, { customer_id: 'cus_unknown' }, { product_id: 'pro_unknown' }])(
  'NOT_FOUND for %j',
  async (fields) => {
    await buy(world, ada, teapot);
    expect(await post(world, ada, teapot, fields)).toMatchObject({ errorType: 'NOT_FOUND' });
  },
);

test.each([
  [{ rating: 0 }, 'rating must be between 1 and 5'],
  [{ rating: 6 }, 'rating must be between 1 and 5'],
  [{ rating: 4.5 }, 'rating must be an integer'],
  [{ title: 'x'.repeat(121) }, 'title must be 120 characters or fewer'],
  [{ body: 'x'.repeat(5001) }, 'body must be 5000 characters or fewer'],
  [{ customer_id: 'ada' }, 'customer_id must be a customer ID'],
])('INVALID_FIELD for %j', async (fields, errorMessage) => {
  await buy(world, ada, teapot);
  expect(await post(world, ada, teapot, fields)).toEqual({ errorType: 'INVALID_FIELD', errorMessage });
});

test('MISSING_FIELD without a rating', async () => {
  expect(await post(world, ada, teapot, { rating: undefined })).toEqual({
    errorType: 'MISSING_FIELD',
    errorMessage: 'rating is required',
  });
});

test('title and body up to their limits, counted in code points', async () => {
  const content = { title: '🫖'.repeat(120), body: '🫖'.repeat(5000) };
  expect(await newReview(world, ada, teapot, content)).toMatchObject(content);
});

test('two round trips once the store is known', async () => {
  await newReview(world, grace, teapot);
  await buy(world, ada, teapot);
  const { roundTrips } = await watch(() => post(world, ada, teapot));
  expect(roundTrips).toBe(2);
});
