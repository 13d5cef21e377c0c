import { beforeEach, expect, test } from 'vitest';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { importedReview as importedReviewRecord } from '../../../lib/resources/move-in/fields.ts';
import { fingerprintOf } from '../../../lib/resources/move-in/records.ts';
import { auditRatings, deleteReview, listCustomerReviews } from '../../../lib/resources/reviews/functions.ts';
import { getReview, listReviews } from '../../../lib/resources/reviews/operations.ts';
import * as batches from '../../../lib/runtime/batches.ts';
import { keys } from '../../../lib/table/keys.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { madeAgain } from '../../support/aws/interleave.ts';
import { withUsualBatches } from '../../support/batches.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { importedReview, importReviews, keep } from '../../support/world/move-in.ts';
import { newReview, stand } from '../../support/world/reviews.ts';
import { importProducts } from '../../support/world/waitlist.ts';
import { newProduct, newWorld, succeeded, type World } from '../../support/world/world.ts';

beforeEach(withUsualBatches);

const none = { imported: 0, updated: 0, unchanged: 0, refused: [] };

const listed = async ({ write: key }: World) => (await call(listReviews, { key })).body.data;

test('a review is what its record says, of no variant, and stands where its creation places it', async () => {
  const world = await newWorld();
  const [, grace] = world.customers;
  const own = await newReview(world, grace, world.products[0]);
  const said = importedReview(world, { updated_at: '2025-04-01T12:00:00+02:00' });

  expect(await importReviews(world, [said])).toEqual({ ...none, imported: 1 });
  const [first, second] = await listed(world);
  expect(first.id).toBe(own.id);
  expect(second).toMatchObject({
    ...said,
    ...{ updated_at: '2025-04-01T10:00:00Z', author_name: 'Ada L.', variant_name: '', status: 'published' },
    ...{ verified_purchase: false, hidden_at: null },
  });
  const get = await call(getReview, { key: world.read, path: { review_id: second.id } });
  expect(get.body).toEqual(second);
});

test('a record with its defaults written out is the one without them, also in what earlier versions kept', async () => {
  const world = await newWorld();
  const [customer, product] = [world.customers[0].id, world.products[0].id];
  const said = { customer_id: customer, product_id: product, rating: 4, created_at: '2025-03-01T12:00:00Z' };
  const written = { ...said, title: '', body: '', verified_purchase: false, updated_at: said.created_at };
  expect(await importReviews(world, [said, written])).toEqual({ ...none, imported: 1, unchanged: 1 });

  // Earlier versions kept the fingerprint of a record as it was given.
  const place = keys.importOf(world.store.id, customer, 'REVIEW', product);
  await keep(place, 'id', fingerprintOf(importedReviewRecord.parse(written)));
  expect(await importReviews(world, [written])).toEqual({ ...none, unchanged: 1 });
  expect(await importReviews(world, [{ ...written, rating: 3 }])).toMatchObject({ refused: [{ code: 'DUPLICATE' }] });
});

test('a verified purchase stays one, and a hidden review is hidden from the import on', async () => {
  const world = await newWorld();
  const [, grace] = world.customers;
  const verified = importedReview(world, { verified_purchase: true });
  const hidden = importedReview(world, { customer_id: grace.id, hidden_reason: 'spam', hidden_note: 'Adverts' });
  await succeeded(importReviews(world, [verified, hidden]));

  const reviews = await listed(world);
  expect(reviews).toContainEqual(
    expect.objectContaining({ customer_id: verified.customer_id, verified_purchase: true }),
  );
  const found = reviews.find(({ customer_id }: { customer_id: string }) => customer_id === grace.id);
  expect(found).toMatchObject({ status: 'hidden', hidden_reason: 'spam', hidden_note: 'Adverts' });
  expect(Date.parse(found.hidden_at)).toBeGreaterThan(Date.now() - 60_000);
});

test('the rating counts it at once, as its author stands', async () => {
  const world = await newWorld();
  const [, grace] = world.customers;
  await stand(world, grace, 'shadowbanned');
  const records = [importedReview(world, { rating: 2 }), importedReview(world, { customer_id: grace.id, rating: 5 })];
  await succeeded(importReviews(world, records));

  expect((await listed(world)).map(({ status }: { status: string }) => status).toSorted()).toEqual([
    'published',
    'shadowbanned',
  ]);
  expect(await invoke(auditRatings, { store_id: world.store.id })).toMatchObject({ drifts: [] });
  await stand(world, grace, 'good');
  expect(await invoke(auditRatings, { store_id: world.store.id })).toMatchObject({ drifts: [] });
});

test('a review keeps being of no variant when the variants of its product change their names', async () => {
  const world = await newWorld();
  const [product] = world.products;
  await succeeded(importReviews(world, [importedReview(world)]));
  await importProducts(world, { ...product, variants: product.variants.map(({ id }) => ({ id, name: 'Renamed' })) });

  expect(await listed(world)).toMatchObject([{ variant_name: '', verified_purchase: false }]);
});

test('the same record is unchanged, also when its author deleted the review, and another one is DUPLICATE', async () => {
  const world = await newWorld();
  const said = importedReview(world);
  expect(await importReviews(world, [said, said, { ...said, rating: 1 }])).toMatchObject({
    imported: 1,
    unchanged: 1,
    refused: [{ index: 2, code: 'DUPLICATE', message: 'Another record has the same customer_id and product_id' }],
  });

  const [review] = await listed(world);
  const author = { store_id: world.store.id, customer_id: said.customer_id };
  await succeeded(invoke(deleteReview, { ...author, review_id: review.id }));
  expect(await importReviews(world, [said])).toEqual({ ...none, unchanged: 1 });
  expect((await invoke(listCustomerReviews, author)).data).toEqual([]);
});

test('a review that was posted here is DUPLICATE, and stays', async () => {
  const world = await newWorld();
  const posted = await newReview(world, world.customers[0], world.products[0]);

  expect(await importReviews(world, [importedReview(world)])).toMatchObject({ refused: [{ code: 'DUPLICATE' }] });
  expect((await listed(world)).map(({ id }: { id: string }) => id)).toEqual([posted.id]);
});

test('nothing of an import is left when its customer is deleted, and the record can be imported again with them', async () => {
  const world = await newWorld();
  const said = importedReview(world);
  await succeeded(importReviews(world, [said]));
  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: said.customer_id }));

  expect(await listed(world)).toEqual([]);
  expect(await importReviews(world, [said])).toMatchObject({
    refused: [{ code: 'NOT_FOUND', message: 'customer_id is no customer of the store' }],
  });
});

/** So many products, with a record of a review of each by one customer. */
async function withReviewsOf(count: number) {
  const world = await newWorld();
  const products = Array.from({ length: count }, () => newProduct());
  await importProducts(world, ...products);
  return { world, records: products.map(({ id: product_id }) => importedReview(world, { product_id })) };
}

const transactionsIn = (calls: readonly { command: string }[]) =>
  calls.filter(({ command }) => command.startsWith('TransactWrite')).length;

test('the reviews of one customer are imported in as few transactions as DynamoDB takes', async () => {
  const { world, records } = await withReviewsOf(40);

  const { result, calls } = await watch(() => importReviews(world, records));

  expect(result).toEqual({ ...none, imported: 40 });
  expect(transactionsIn(calls)).toBe(Math.ceil(40 / batches.importedReviews.size));
  expect(await invoke(auditRatings, { store_id: world.store.id })).toMatchObject({ drifts: [] });
});

test('a record that is refused, or is there already, delays none of its transaction', async () => {
  const { world, records } = await withReviewsOf(5);
  const [first = {}, second = {}, third = {}, fourth = {}, fifth = {}] = records;
  await succeeded(importReviews(world, [first, second]));

  const sent = [
    { ...first, rating: 1 },
    second,
    third,
    { ...fourth, created_at: '2089-01-01T00:00:00Z' },
    fifth,
    fifth,
  ];
  expect(await importReviews(world, sent)).toMatchObject({
    imported: 2,
    unchanged: 2,
    refused: [
      { index: 0, code: 'DUPLICATE' },
      { index: 3, code: 'INVALID_FIELD' },
    ],
  });
  expect(await listed(world)).toHaveLength(4);
});

test('reviews in a conflicting transaction are imported one by one', async () => {
  const { world, records } = await withReviewsOf(3);

  const { result, refused } = await madeAgain(() => importReviews(world, records));

  expect(result).toEqual({ ...none, imported: 3 });
  // Those that import one review are alike: the first of them is refused.
  expect(refused).toBe(2);
  expect(await listed(world)).toHaveLength(3);
});

test.each([
  ['product_id', { product_id: 'pro_none' }, 'NOT_FOUND', 'product_id is no product of the store'],
  ['rating', { rating: 6 }, 'INVALID_FIELD', 'rating must be between 1 and 5'],
  ['created_at', { created_at: '2089-01-01T00:00:00Z' }, 'INVALID_FIELD', 'created_at must be in the past'],
  ['hidden_reason', { hidden_reason: 'rude' }, 'INVALID_FIELD', /^hidden_reason must be spam/],
])(
  'a record with a wrong %s is refused by its index, and does not delay the others',
  async (_, wrong, code, message) => {
    const world = await newWorld();
    const right = importedReview(world, { customer_id: world.customers[1].id });

    expect(await importReviews(world, [importedReview(world, wrong), right])).toEqual({
      ...none,
      imported: 1,
      refused: [{ index: 0, code, message: expect.stringMatching(message) }],
    });
  },
);
