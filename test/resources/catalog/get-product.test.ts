import { expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { getProduct } from '../../../lib/resources/catalog/operations.ts';
import { uploadDigitalFile } from '../../../lib/resources/digital-files/operations.ts';
import { listWaitlistedProducts } from '../../../lib/resources/waitlist/operations.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { call, notFound } from '../../support/http/call.ts';
import { multipart } from '../../support/http/multipart.ts';
import { invoke } from '../../support/invoke.ts';
import { setClock } from '../../support/world/clock.ts';
import { newReview } from '../../support/world/reviews.ts';
import { join, leave } from '../../support/world/waitlist.ts';
import { newProduct, newVariant, newWorld, succeeded, type World } from '../../support/world/world.ts';

const get = ({ read: key }: World, id: string) => call(getProduct, { path: { id }, key });

test('a product is returned as imported, with its rating and its variants in the order of the import', async () => {
  const world = await newWorld();
  const [large, small] = [newVariant('Large'), newVariant('Small')];
  const url = 'https://shop.example.com/kettle';
  const kettle = newProduct({ url, variants: [large, small] });
  await succeeded(invoke(importRecords, { store_id: world.store.id, products: [kettle] }));
  await newReview(world, world.customers[0], kettle, { rating: 4 });
  await join(world, kettle, 'ada@example.com');

  const { status, body } = await get(world, kettle.id);

  expect(status).toBe(200);
  const { data } = (await call(listWaitlistedProducts, { key: world.read })).body;
  const { waiting_count: _, ...shared } = data[0];
  expect(body).toMatchObject({ ...shared, review_count: 1, rating_average: 4 });
  expect(body).toMatchObject({ id: kettle.id, url, name: kettle.name });
  expect(body.variants).toMatchObject([
    { id: large.id, name: 'Large', waiting_count: 1, digital_file: null },
    { id: small.id, name: 'Small', waiting_count: 0, waiting_since: null, digital_file: null },
  ]);
});

test('a variant has the exact number of its waiting shoppers, and the time at which the longest-waiting one joined', async () => {
  const world = await newWorld();
  const [product] = world.products;
  const shoppers = ['ada@example.com', 'grace@example.com', 'alan@example.com'] as const;
  for (const [hour, email] of shoppers.entries()) {
    setClock(`2026-03-01T0${hour}:00:00Z`);
    await join(world, product, email);
  }
  const variant = async () => (await get(world, product.id)).body.variants[0];
  expect(await variant()).toMatchObject({ waiting_count: 3, waiting_since: '2026-03-01T00:00:00Z' });

  await leave(world, product, shoppers[0]);

  expect(await variant()).toMatchObject({ waiting_count: 2, waiting_since: '2026-03-01T01:00:00Z' });
});

test('a variant has its digital file, as the upload returned it', async () => {
  const world = await newWorld();
  const [, digital] = world.products;
  const path = { id: digital.id, variant_id: digital.variants[0]?.id ?? '' };
  const file = multipart([{ name: 'file', fileName: 'manual.pdf', type: 'application/pdf', content: 'The manual' }]);
  const { body: uploaded } = await call(uploadDigitalFile, { path, key: world.write, ...file });

  const { body } = await get(world, digital.id);

  expect(body.variants[0].digital_file).toEqual(uploaded);
});

test('404 for an unknown product and for a product of another store', async () => {
  const [world, other] = [await newWorld(), await newWorld()];

  for (const id of [newId('product'), other.products[0].id, 'teapot']) {
    expect(await get(world, id)).toMatchObject(notFound);
  }
});
