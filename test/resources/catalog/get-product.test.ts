import { describe, expect, onTestFinished, test } from 'vitest';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { getProduct } from '../../../lib/resources/catalog/operations.ts';
import { uploadDigitalFile } from '../../../lib/resources/digital-files/operations.ts';
import { noRating } from '../../../lib/resources/reviews/rules.ts';
import { waitingByVariant } from '../../../lib/resources/waitlist/migration-records.ts';
import { listWaitlistedProducts } from '../../../lib/resources/waitlist/operations.ts';
import { counterFor } from '../../../lib/resources/waitlist/waiting-count-records.ts';
import { timestampNow } from '../../../lib/runtime/clock.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import type { StoredItem } from '../../../lib/table/items.ts';
import { type Key, keys } from '../../../lib/table/keys.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { changeItem, deleteItem, putItem } from '../../support/aws/changed-items.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { batchOf, queuedWork } from '../../support/aws/queued-messages.ts';
import { entitiesOf } from '../../support/aws/table-contents.ts';
import { withUsualBatches } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call, notFound } from '../../support/http/call.ts';
import { multipart } from '../../support/http/multipart.ts';
import { invoke } from '../../support/invoke.ts';
import { setClock } from '../../support/world/clock.ts';
import { notify, restock } from '../../support/world/restocks.ts';
import { newReview } from '../../support/world/reviews.ts';
import { importProducts, join, leave } from '../../support/world/waitlist.ts';
import { newProduct, newVariant, newWorld, succeeded, type World } from '../../support/world/world.ts';

const workOnWaitlist = await handlerOf({ name: 'work-on-waitlist' });

const get = ({ read: key }: World, id: string) => call(getProduct, { path: { id }, key });

test('a product is returned as imported, with its rating and its variants in the order of the import', async () => {
  const world = await newWorld();
  const [large, small] = [newVariant('Large'), newVariant('Small')];
  const url = 'https://shop.example.com/kettle';
  const identifiers = {
    gtin: '012345678905',
    mpn: 'K-1',
    brand: 'Aria',
    sku: 'kettle-1',
    image_url: 'https://cdn.example/kettle.jpg',
  };
  const kettle = newProduct({ url, variants: [large, small], ...identifiers });
  await succeeded(invoke(importRecords, { store_id: world.store.id, products: [kettle] }));
  await newReview(world, world.customers[0], kettle, { rating: 4 });
  await join(world, kettle, 'ada@example.com');

  const { status, body } = await get(world, kettle.id);

  expect(status).toBe(200);
  const { data } = (await call(listWaitlistedProducts, { key: world.read })).body;
  const { waiting_count: _, ...shared } = data[0];
  expect(body).toMatchObject({ ...shared, review_count: 1, rating_average: 4 });
  expect(body).toMatchObject({ id: kettle.id, url, name: kettle.name, ...identifiers });
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

/** Queries of waitlists: all entries of a product are read from them. */
function entriesRead() {
  const read = { queries: 0 };
  onTestFinished(
    onCall(dynamodb, ({ command, input }, next) => {
      const isOfEntries = String(Object(input.ExpressionAttributeValues)[':pk']).includes('#WAITLIST#');
      if (command.startsWith('Query') && isOfEntries) read.queries += 1;
      return next();
    }),
  );
  return read;
}

test('the shoppers of all variants are counted in two round trips, without reading their entries', async () => {
  const world = await newWorld();
  const variants = [newVariant('Large'), newVariant('Small'), newVariant('Tiny')];
  const [large, small] = variants;
  const kettle = newProduct({ variants });
  await succeeded(invoke(importRecords, { store_id: world.store.id, products: [kettle] }));
  for (let number = 0; number < 5; number += 1) await join(world, kettle, `shopper${number}@example.com`, large);
  await join(world, kettle, 'shopper0@example.com', small);
  const read = entriesRead();

  const { result, roundTrips } = await watch(() => get(world, kettle.id));

  expect(result.body.variants.map(({ waiting_count }: { waiting_count: number }) => waiting_count)).toEqual([5, 1, 0]);
  expect([roundTrips, read.queries]).toEqual([2, 0]);
  expect((await watch(() => get(world, world.products[1].id))).roundTrips).toBe(1);
});

test('shoppers who are counted aside are counted too, with a restock and an import that drops a variant', {
  tags: 'long',
}, async () => {
  const world = await newWorld();
  const [product] = world.products;
  const [small, large] = product.variants;
  const addresses = ['ada@example.com', 'grace@example.com', 'alan@example.com'];
  const counts = async () =>
    (await get(world, product.id)).body.variants.map(({ waiting_count }: { waiting_count: number }) => waiting_count);

  await join(world, product, 'zoe@example.com', large);
  setClock(new Date().toISOString());
  counterFor(world.store.id, { ...product, ...noRating, ranking: 0, waiting_aside: 0 }, 3);
  for (const email of addresses) {
    await join(world, product, email, small);
    await join(world, product, email, large);
  }
  await leave(world, product, 'zoe@example.com', large);
  await leave(world, product, 'ada@example.com', large);
  const read = entriesRead();
  expect(await counts()).toEqual([3, 2]);
  expect((await watch(() => get(world, product.id))).roundTrips).toBe(2);
  expect(read.queries).toBe(0);
  const stored = await entitiesOf(world.store.id);
  expect(stored.filter(({ sk, waiting_changes }) => sk === 'COUNT' && waiting_changes)).not.toEqual([]);

  await succeeded(restock(world, 'delivery_1'));
  await notify(world, 'delivery_1');
  expect(await counts()).toEqual([0, 2]);

  const importWith = (variants: typeof product.variants) => importProducts(world, { ...product, variants });
  const from = queuedWork.length;
  await importWith(product.variants.slice(0, 1));
  const drops = queuedWork.slice(from).filter((body) => body.includes(product.id));
  expect(await workOnWaitlist(batchOf(drops))).toEqual({ batchItemFailures: [] });
  await importWith(product.variants);
  read.queries = 0;
  expect(await counts()).toEqual([0, 0]);
  expect(read.queries).toBe(0);
});

/** Queries of the shoppers who wait for a variant, by time of joining, and how many ran at once. */
function turnsRead() {
  const read = { queries: 0, atOnce: 0 };
  let running = 0;
  onTestFinished(
    onCall(dynamodb, async ({ command, input }, next) => {
      const partition = String(Object.values(Object(input.ExpressionAttributeValues))[0]);
      if (!command.startsWith('Query') || !partition.includes('#WAITING#')) return next();
      read.queries += 1;
      running += 1;
      read.atOnce = Math.max(read.atOnce, running);
      try {
        return await next();
      } finally {
        running -= 1;
      }
    }),
  );
  return read;
}

/** Imports a product with this number of variants, and lets a shopper wait for the last one and leave. From then on, the product counts aside. */
async function newOpenProduct(world: World, variants: number) {
  const product = newProduct({ variants: Array.from({ length: variants }, (_, index) => newVariant(`Size ${index}`)) });
  await importProducts(world, product);
  setClock(new Date().toISOString());
  counterFor(world.store.id, { ...product, ...noRating, ranking: 0, waiting_aside: 0 }, 3);
  await join(world, product, 'ada@example.com', product.variants.at(-1));
  await leave(world, product, 'ada@example.com', product.variants.at(-1));
  const stored = await entitiesOf(world.store.id);
  expect(stored.find(({ sk, id }) => sk === 'PRODUCT' && id === product.id)).toHaveProperty('waiting_aside');
  return product;
}

test('a product that counts aside reads the longest-waiting shoppers only of variants that shoppers wait for', async () => {
  const world = await newWorld();
  const product = await newOpenProduct(world, 60);
  const read = turnsRead();

  expect((await get(world, product.id)).status).toBe(200);
  expect(read.queries).toBe(0);

  await join(world, product, 'ada@example.com', product.variants[7]);
  const { variants } = (await get(world, product.id)).body;
  expect(variants[7]).toMatchObject({ waiting_count: 1, waiting_since: expect.any(String) });
  expect(read.queries).toBe(4);
});

test('a product reads the longest-waiting shoppers of at most 25 variants at once', { tags: 'long' }, async () => {
  withUsualBatches();
  const world = await newWorld();
  const product = newProduct({ variants: Array.from({ length: 60 }, (_, index) => newVariant(`Size ${index}`)) });
  await importProducts(world, product);
  for (const variant of product.variants) await join(world, product, 'ada@example.com', variant);
  const read = turnsRead();

  const { variants } = (await get(world, product.id)).body;

  for (const variant of variants)
    expect(variant).toMatchObject({ waiting_count: 1, waiting_since: expect.any(String) });
  expect(read.queries).toBe(240);
  expect(read.atOnce).toBeLessThanOrEqual(100);
});

describe('data of an earlier release', () => {
  const removeAttributes = (Key: Key, names: readonly string[]) => changeItem(Key, `REMOVE ${names.join(', ')}`);

  /** Takes away what earlier releases do not write, from the first product and its entries. */
  async function forgetVariants({ store, products: [{ id, variants }] }: World): Promise<void> {
    const counts = variants.map((variant) => `waiting_${variant.id}`);
    await removeAttributes(keys.product(store.id, id), ['waiting_changes', 'counted_by_variant', ...counts]);
    const entries = (await entitiesOf(store.id)).filter(({ sk }) => sk.startsWith('ENTRY#'));
    for (const { pk, sk } of entries) await removeAttributes({ pk, sk }, ['product_feed_pk', 'product_feed_sk']);
  }

  /** Runs the migration on all items of the store, for the first or the second time. Returns how many changed. */
  async function migrateStore({ store }: World, { isRepeat = false } = {}): Promise<number> {
    let changed = 0;
    for (const item of (await entitiesOf(store.id)) as StoredItem[]) {
      for (const migration of waitingByVariant.filter(({ concerns }) => concerns(item))) {
        const writes = await migration.writes(store.id, item, timestampNow(), { attempt: 1, isRepeat });
        if (writes.length > 0) await commitUnitOfWork(writing([...writes]));
        changed += Number(writes.length > 0);
      }
    }
    return changed;
  }

  test('is read from the entries until the migration has counted them for the second time', async () => {
    const world = await newWorld();
    const [product] = world.products;
    await join(world, product, 'ada@example.com');
    await join(world, product, 'grace@example.com');
    const expected = (await get(world, product.id)).body;
    await forgetVariants(world);
    const read = entriesRead();

    expect((await get(world, product.id)).body).toEqual(expected);
    expect(read.queries).toBeGreaterThan(0);

    expect(await migrateStore(world)).toBe(3);
    expect(await migrateStore(world)).toBe(0);
    read.queries = 0;
    expect((await get(world, product.id)).body).toEqual(expected);
    expect(read.queries).toBeGreaterThan(0);

    expect(await migrateStore(world, { isRepeat: true })).toBe(1);
    read.queries = 0;
    expect((await get(world, product.id)).body).toEqual(expected);
    expect(read.queries).toBe(0);
    expect(await migrateStore(world, { isRepeat: true })).toBe(0);
  });

  /** What a function of an earlier release writes if one shopper leaves a variant and another joins another variant. */
  const moveEntry = async ({ store, products: [{ id, variants }] }: World) => {
    const [small, large] = variants.map((variant) => variant.id);
    const [entry] = (await entitiesOf(store.id)).filter(({ sk }) => sk.startsWith(`ENTRY#${small}`)) as StoredItem[];
    if (!entry || !large) throw new Error('A shopper waits for the first variant');
    const { product_feed_pk: _, product_feed_sk: __, ...older } = entry;
    const Item = { ...older, variant_id: large, sk: entry.sk.replace(`ENTRY#${small}`, `ENTRY#${large}`) };
    await putItem(Item);
    await deleteItem({ pk: entry.pk, sk: entry.sk });
    return { product: keys.product(store.id, id), large };
  };

  test('is exact for each variant although an earlier release moves a shopper between variants during the upgrade', async () => {
    const world = await newWorld();
    const [product] = world.products;
    await join(world, product, 'ada@example.com');
    await forgetVariants(world);
    await migrateStore(world);

    await moveEntry(world);

    const moved = [{ waiting_count: 0 }, { waiting_count: 1 }];
    expect((await get(world, product.id)).body.variants).toMatchObject(moved);
    await migrateStore(world, { isRepeat: true });
    const read = entriesRead();
    expect((await get(world, product.id)).body.variants).toMatchObject(moved);
    expect(read.queries).toBe(0);
  });

  test('is read from the entries if an earlier release joins a shopper after the second run of the migration', async () => {
    const world = await newWorld();
    const [product] = world.products;
    for (const email of ['ada@example.com', 'grace@example.com']) await join(world, product, email);
    await changeItem(
      keys.product(world.store.id, product.id),
      'SET #count = :one',
      { ':one': 1 },
      { '#count': `waiting_${product.variants[0]?.id}` },
    );

    expect((await get(world, product.id)).body.variants).toMatchObject([{ waiting_count: 2 }, { waiting_count: 0 }]);
  });

  test('is read without entries if no shopper has ever waited', async () => {
    const world = await newWorld();
    await forgetVariants(world);
    const read = entriesRead();

    expect((await get(world, world.products[0].id)).body.variants).toMatchObject([
      { waiting_count: 0 },
      { waiting_count: 0 },
    ]);
    expect(read.queries).toBe(0);

    await migrateStore(world, { isRepeat: true });
    await join(world, world.products[0], 'ada@example.com');
    expect((await get(world, world.products[0].id)).body.variants).toMatchObject([
      { waiting_count: 1 },
      { waiting_count: 0 },
    ]);
    expect(read.queries).toBe(0);
  });

  test('a join and a leave that an earlier release wrote do not leave wrong counts after the migration', async () => {
    const world = await newWorld();
    const [large, small] = [newVariant('Large'), newVariant('Small')];
    const kettle = newProduct({ variants: [large, small] });
    await succeeded(invoke(importRecords, { store_id: world.store.id, products: [kettle] }));
    await join(world, kettle, 'ada@example.com', large);
    await changeItem(
      keys.product(world.store.id, kettle.id),
      'SET #large = :none, #small = :one',
      { ':none': 0, ':one': 1 },
      { '#large': `waiting_${large.id}`, '#small': `waiting_${small.id}` },
    );

    await migrateStore(world);

    expect((await get(world, kettle.id)).body.variants).toMatchObject([{ waiting_count: 1 }, { waiting_count: 0 }]);
  });

  test('a shopper who joins while the migration counts is counted once', async () => {
    const world = await newWorld();
    const [product] = world.products;
    await join(world, product, 'ada@example.com');
    await forgetVariants(world);
    const [item] = (await entitiesOf(world.store.id)).filter(({ sk }) => sk === 'PRODUCT') as StoredItem[];
    const variantCounts = waitingByVariant.find(({ concerns }) => item && concerns(item));
    let isFirst = true;

    await commitUnitOfWork({
      decide: async ({ now }) => {
        const run = { attempt: 1, isRepeat: true };
        const writes = (await variantCounts?.writes(world.store.id, item as StoredItem, now, run)) ?? [];
        if (isFirst) await join(world, product, 'grace@example.com');
        isFirst = false;
        return { writes: [...writes], reply: undefined };
      },
    });

    const read = entriesRead();
    expect((await get(world, product.id)).body.variants).toMatchObject([{ waiting_count: 2 }, { waiting_count: 0 }]);
    expect(read.queries).toBe(0);
  });
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
