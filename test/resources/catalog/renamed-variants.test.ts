/** What an import changes in reviews: the names of variants. */
import { beforeEach, expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import type * as reviewsFields from '../../../lib/resources/reviews/fields.ts';
import * as contract from '../../../lib/resources/reviews/operations.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { buy, newReview, post } from '../../support/world/reviews.ts';
import { newCustomer, newWorld, succeeded, type World } from '../../support/world/world.ts';

const customers = Array.from({ length: 60 }, () => newCustomer());
let world: World;
let teapot: World['products'][0];

beforeEach(async () => {
  world = await newWorld();
  [teapot] = world.products;
  await succeeded(invoke(importRecords, { store_id: world.store.id, customers }));
});

const importTeapot = (variants: readonly { id: string; name: string }[]) =>
  invoke(importRecords, { store_id: world.store.id, products: [{ ...teapot, variants }] });

async function names(): Promise<string[]> {
  const { body } = await call(contract.listReviews, { query: { limit: 100 }, key: world.read });
  return body.data.map(({ variant_name }: reviewsFields.Review) => variant_name);
}

/** Places of the teapot's variants. */
const small = 0;
const large = 1;
const variant = (place: number, name: string) => ({ id: teapot.variants[place]?.id ?? '', name });

test('a review follows the name of its variant, loses it with the variant, and has it again with the variant', async () => {
  const [ada, grace] = world.customers;
  const first = await newReview(world, ada, teapot);
  await buy(world, grace, teapot, teapot.variants[0]);
  await succeeded(post(world, grace, teapot));
  await call(contract.hideReview, {
    path: { review_id: first.id },
    body: { reason: 'other' },
    key: world.write,
  });
  expect(await names()).toEqual(['Small', 'Large']);

  await succeeded(importTeapot([variant(small, 'One cup'), variant(large, 'Large')]));
  expect(await names()).toEqual(['One cup', 'Large']);

  await succeeded(importTeapot([variant(small, 'One cup')]));
  expect(await names()).toEqual(['One cup', '']);

  // A catalogue may drop a variant by mistake: the mirror of it must come back with it.
  await succeeded(importTeapot([variant(small, 'One cup'), variant(large, 'Large')]));
  expect(await names()).toEqual(['One cup', 'Large']);
});

test('reviews that have followed are not gone through again', async () => {
  for (const customer of customers.slice(0, 3)) await newReview(world, customer, teapot);
  for (const name of ['Two cups', 'Four cups', 'Six cups']) {
    await succeeded(importTeapot([variant(small, 'One cup'), variant(large, name)]));
    expect(await products.get(world.store.id, teapot.id)).not.toHaveProperty('variants_renamed');
  }
});

test('any number of reviews follow, however often the import is interrupted', async () => {
  for (const customer of customers) await newReview(world, customer, teapot);

  for (let failing = 0; ; failing += 1) {
    const { calls } = await watch(
      () => importTeapot([variant(large, 'Six cups')]),
      (index) => (index === failing ? 'before' : undefined),
    );
    if (calls.length <= failing) break;
  }

  expect(await names()).toEqual(customers.map(() => 'Six cups'));
});

test('reviews posted and variants renamed at once agree', async () => {
  await Promise.all([
    ...customers.slice(0, 20).map((customer) => newReview(world, customer, teapot)),
    ...['Two cups', 'Four cups', 'Six cups'].map((name) => importTeapot([variant(large, name)])),
  ]);

  const [named] = (await products.get(world.store.id, teapot.id)).variants;
  expect(await names()).toEqual(Array.from({ length: 20 }, () => named?.name));
});
