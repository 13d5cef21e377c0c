import { expect, onTestFinished, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer, setCustomerStanding } from '../../../lib/resources/customers/functions.ts';
import { changeCustomerStanding, getCustomer } from '../../../lib/resources/customers/operations.ts';
import { getReview } from '../../../lib/resources/reviews/operations.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { as, endingAfter } from '../../support/aws/interleave.ts';
import { resize } from '../../support/batches.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newReview } from '../../support/world/reviews.ts';
import { newProduct, newWorld, succeeded, type World } from '../../support/world/world.ts';

const stand = ({ write: key, customers: [{ id }] }: World, standing: string, idempotencyKey = standing) =>
  call(changeCustomerStanding, { path: { id }, body: { standing }, key, idempotencyKey });

test('200 with the customer, and their reviews then have the standing', async () => {
  const world = await newWorld();
  const [customer] = world.customers;
  const { id } = await newReview(world, customer, world.products[0]);

  const { status, body } = await stand(world, 'banned');

  expect({ status, body }).toMatchObject({ status: 200, body: { id: customer.id, standing: 'banned' } });
  expect((await call(getCustomer, { path: { id: customer.id }, key: world.read })).body).toEqual(body);
  const review = await call(getReview, { path: { review_id: id }, key: world.read });
  expect(review.body.status).toBe('banned');
});

test('a repeat after another change returns the first reply and changes nothing', async () => {
  const world = await newWorld();
  const first = await stand(world, 'banned');
  await stand(world, 'good');

  const repeat = await stand(world, 'banned');

  expect(repeat.body).toEqual(first.body);
  expect(repeat.headers['x-idempotency-replayed']).toBe('true');
  const path = { id: world.customers[0].id };
  expect((await call(getCustomer, { path, key: world.read })).body.standing).toBe('good');
});

test('a repeat continues the change of reviews that an interruption left', async () => {
  const world = await newWorld();
  const [customer] = world.customers;
  onTestFinished(resize((name) => (name === 'changedReviews' ? 2 : undefined)));
  const products = Array.from({ length: 5 }, () => newProduct());
  await succeeded(invoke(importRecords, { store_id: world.store.id, products }));
  const reviews: { id: string }[] = [];
  for (const product of products) reviews.push(await newReview(world, customer, product));
  endingAfter(1, 'interrupted');
  const statuses = () =>
    Promise.all(
      reviews.map(async ({ id }) => (await call(getReview, { path: { review_id: id }, key: world.read })).body.status),
    );
  const interrupted = await as('interrupted', () => stand(world, 'banned'));
  expect(interrupted.status).toBe(500);
  expect(new Set(await statuses())).toEqual(new Set(['banned', 'published']));

  const repeat = await stand(world, 'banned');

  expect(repeat).toMatchObject({ status: 200, body: { standing: 'banned' } });
  expect(repeat.headers['x-idempotency-replayed']).toBe('true');
  expect(new Set(await statuses())).toEqual(new Set(['banned']));
});

test('a change of all reviews in one commit takes four round trips, without looking for more', async () => {
  const world = await newWorld();
  await newReview(world, world.customers[0], world.products[0]);
  await stand(world, 'good');

  expect((await watch(() => stand(world, 'banned'))).roundTrips).toBe(4);
});

test('a repeat for a customer who has been deleted since returns the first reply', async () => {
  const world = await newWorld();
  const first = await stand(world, 'shadowbanned');
  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: world.customers[0].id }));

  expect(await stand(world, 'shadowbanned')).toMatchObject({ status: 200, body: first.body });
  expect(await stand(world, 'banned')).toMatchObject({ status: 404, body: { error: 'Customer not found' } });
});

test('400 without an Idempotency-Key', async () => {
  const world = await newWorld();
  const request = { path: { id: world.customers[0].id }, body: { standing: 'banned' }, key: world.write };

  expect(await call(changeCustomerStanding, request)).toMatchObject({
    status: 400,
    body: { error: 'Idempotency-Key is required', code: 'MISSING_FIELD' },
  });
});

test('the function and the endpoint set the same standing', async () => {
  const world = await newWorld();
  const payload = { store_id: world.store.id, customer_id: world.customers[0].id, standing: 'banned' };
  await succeeded(invoke(setCustomerStanding, payload));

  const { body } = await stand(world, 'good');

  expect(body.standing).toBe('good');
  expect(await succeeded(invoke(setCustomerStanding, payload))).toMatchObject({ standing: 'banned' });
});
