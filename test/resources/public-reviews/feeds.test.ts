/** The feeds of public reviews are complete, even if a run is paused or a function dies, and deleted reviews leave them within the hour. */
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { parse } from 'csv-parse/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordsOf } from '../../../bin/local/events/stream.ts';
import { objectBucket, s3 } from '../../../lib/objects/objects.ts';
import type { ImportedProduct, ImportedSite } from '../../../lib/resources/catalog/fields.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import * as feedRecords from '../../../lib/resources/public-reviews/feed-records.ts';
import { rebuildPublic } from '../../../lib/resources/public-reviews/functions.ts';
import * as reviews from '../../../lib/resources/reviews/records.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import { objectKeys } from '../../../lib/table/keys.ts';
import { multipartsUnder, objectAt, objectsUnder } from '../../support/aws/objects.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { batchOf, queuedPublicFiles } from '../../support/aws/queued-messages.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { invoke } from '../../support/invoke.ts';
import { later, setClock } from '../../support/world/clock.ts';
import { hide, newReview, remove, stand, storeReviews } from '../../support/world/reviews.ts';
import { newCustomer, newProduct, newWorld, succeeded, type World } from '../../support/world/world.ts';
import { elementsAt, parseXml } from '../../support/xml.ts';

isolateTables('test', { stream: true });

const follow = await handlerOf({ name: 'keep-figures' });
const writeFiles = await handlerOf({ name: 'write-public-files' });
const sweep = await handlerOf({ name: 'sweep-public-files' });
const writeFeeds = await handlerOf({ name: 'write-feeds' });

let delivered = 0;

/** Delivers the changes of the table since the last call, and the work that they queue. */
async function deliver() {
  const records = await recordsOf(storeTable());
  await follow({ Records: records.slice(Math.min(delivered, records.length)) });
  delivered = records.length;
  for (let bodies = queuedPublicFiles.splice(0); bodies.length > 0; bodies = queuedPublicFiles.splice(0))
    expect(await writeFiles(batchOf(bodies))).toEqual({ batchItemFailures: [] });
}

const importSite = ({ store }: World, site: ImportedSite) =>
  succeeded(invoke(importRecords, { store_id: store.id, sites: [site] }));

const importProduct = ({ store }: World, product: ImportedProduct) =>
  succeeded(invoke(importRecords, { store_id: store.id, products: [product] }));

const url = 'https://shop.example/teapot';

/** A store in which the first site has public reviews, and the first product has a page. */
async function publicWorld(): Promise<World> {
  [delivered, queuedPublicFiles.length] = [0, 0];
  setClock('2026-03-01T00:00:00Z');
  const world = await newWorld();
  await importSite(world, { ...world.sites[0], public_reviews: true });
  await importProduct(world, { ...world.products[0], url });
  await deliver();
  return world;
}

const feedAt = ({ sites: [site] }: World, name: string) => objectAt(`public/${site.id}/feeds/${name}`);

async function idsInGoogle(world: World): Promise<string[] | undefined> {
  const object = await feedAt(world, 'google-product-reviews.xml');
  if (!object) return undefined;
  const feed = parseXml(String(object.bytes).replace(/^<\?xml.*\?>\n/, ''));
  return elementsAt(feed, 'reviews', 'review', 'review_id').map(({ text }) => text);
}

async function idsInMeta(world: World): Promise<string[] | undefined> {
  const object = await feedAt(world, 'meta-product-reviews.csv');
  return object && parse<{ reviewID: string }>(object.bytes, { columns: true }).map(({ reviewID }) => reviewID);
}

/** The reviews in both feeds; undefined without feeds. */
async function idsIn(world: World): Promise<string[] | undefined> {
  const [google, meta] = [await idsInGoogle(world), await idsInMeta(world)];
  expect(meta).toEqual(google);
  return google;
}

const upTo = (count: number, first = 0) => Array.from({ length: count - first }, (_, index) => first + index);

/** Lambda's clock, which shows a short time after so many looks. */
function timeUntil(looks: number) {
  let left = looks;
  return {
    getRemainingTimeInMillis: () => {
      left -= 1;
      return left < 0 ? 1000 : 800_000;
    },
  };
}

/** Enough time for one page of reviews. */
const onePage = () => timeUntil(2);

const forget = (world: World, customer: { id: string }) =>
  succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: customer.id }));

/** What pauses have left of the feeds of a site. */
const pausedFeeds = ({ id }: { id: string }) => objectsUnder(`pending/feeds/${id}/`);

/** Whether a function has claimed the feeds of the first site. */
const isClaimed = async ({ sites: [site] }: World) => (await feedRecords.find(site.id))?.claimed_until !== undefined;

const day = 24 * 3600;

describe('the feeds of a site', () => {
  test('contain each published review with a text of each product with a page, and its identifiers', async () => {
    const world = await publicWorld();
    const [ada, grace] = world.customers;
    const [teapot, record] = world.products;
    const [alan, edsger] = [newCustomer(), newCustomer()];
    await succeeded(invoke(importRecords, { store_id: world.store.id, customers: [alan, edsger] }));
    const identifiers = { gtin: '4006381333931', brand: 'Aria', sku: 'teapot-1' };
    await importProduct(world, { ...teapot, url, ...identifiers });
    const first = await newReview(world, ada, teapot);
    await newReview(world, grace, teapot, { body: '' });
    const hidden = await newReview(world, alan, teapot);
    await hide(world, hidden.id);
    await newReview(world, edsger, teapot);
    await stand(world, edsger, 'shadowbanned');
    await newReview(world, ada, record);

    await writeFeeds({});

    expect(await idsIn(world)).toEqual([first.id]);
    const google = await feedAt(world, 'google-product-reviews.xml');
    expect(google).toMatchObject({ contentType: 'application/xml', cacheControl: 'public, max-age=60' });
    expect(String(google?.bytes)).toContain('<gtin>4006381333931</gtin>');
    expect(String(google?.bytes)).toContain('<sku>teapot-1</sku>');
    const meta = await feedAt(world, 'meta-product-reviews.csv');
    expect(meta).toMatchObject({ contentType: 'text/csv; charset=utf-8', cacheControl: 'public, max-age=60' });
    expect(parse(meta?.bytes ?? '', { columns: true })).toMatchObject([
      { 'product.productIdentifiers.gtins': '["4006381333931"]', 'product.url': url },
    ]);
    expect(await objectsUnder(`public/${world.sites[1].id}/`)).toEqual([]);
  });

  test('are there without reviews too, as empty feeds', async () => {
    const world = await publicWorld();

    await writeFeeds({});

    expect(await idsIn(world)).toEqual([]);
  });

  test('are written once a day: until then, a hidden review stays and a new one is missing', async () => {
    const world = await publicWorld();
    const [ada, grace] = world.customers;
    const first = await newReview(world, ada, world.products[0]);
    await writeFeeds({});
    const second = await newReview(world, grace, world.products[0]);
    await hide(world, first.id);
    await deliver();

    later(day - 1800);
    await writeFeeds({});
    expect(await idsIn(world)).toEqual([first.id]);

    later(1200);
    await writeFeeds({});
    expect(await idsIn(world)).toEqual([second.id]);
  });

  test.each([
    ['with its author', forget],
    [
      'by its author',
      async (world: World, author: { id: string }) => {
        const [id = ''] = (await idsIn(world)) ?? [];
        await succeeded(remove(world, author, id));
      },
    ],
  ])('lose a review that was deleted %s with the next run', async (_, act) => {
    const world = await publicWorld();
    const [ada, grace] = world.customers;
    await newReview(world, ada, world.products[0]);
    const kept = await newReview(world, grace, world.products[0]);
    await writeFeeds({});

    await act(world, ada);
    await deliver();
    later(900);
    await writeFeeds({});

    expect(await idsIn(world)).toEqual([kept.id]);
  });

  test('lose the hidden review of a customer who was deleted', async () => {
    const world = await publicWorld();
    const [ada] = world.customers;
    const review = await newReview(world, ada, world.products[0]);
    await writeFeeds({});
    await hide(world, review.id);

    await forget(world, ada);
    await deliver();
    await writeFeeds({});

    expect(await idsIn(world)).toEqual([]);
  });

  test('are removed when the site is switched off, and written again when it is switched on', {
    tags: 'long',
  }, async () => {
    const world = await publicWorld();
    const [site] = world.sites;
    const review = await newReview(world, world.customers[0], world.products[0]);
    await writeFeeds({});

    await importSite(world, site);
    await deliver();
    await sweep({});
    await writeFeeds({});
    expect(await idsIn(world)).toBeUndefined();

    // The schedule finds the switch even if the stream is late.
    await importSite(world, { ...site, public_reviews: true });
    await sweep({});
    await writeFeeds({});
    expect(await idsIn(world)).toEqual([review.id]);
  });
});

describe('a run', () => {
  /** A store with reviews of two products, of a number that no page divides. */
  async function reviewedWorld() {
    const world = await publicWorld();
    const other = newProduct({ url, id: `${world.products[0].id}z` });
    await importProduct(world, other);
    const ids = [
      ...(await storeReviews(world, upTo(7), { body: () => 'Größe ☕ 你好' })),
      ...(await storeReviews(world, upTo(12, 7), { product: other })),
    ];
    onTestFinished(resize((name) => (name.startsWith('feed') ? 2 : undefined)));
    return { world, ids };
  }

  test('that pauses after every page writes the same feeds, and shows none before the end', {
    tags: 'long',
  }, async () => {
    const { world, ids } = await reviewedWorld();
    let turns = 0;
    for (; turns < 50 && (await idsIn(world)) === undefined; turns += 1) await writeFeeds({}, onePage());
    expect(turns).toBeGreaterThan(3);
    const paused = await feedAt(world, 'google-product-reviews.xml');
    expect(await idsIn(world)).toEqual(ids);
    expect(await pausedFeeds(world.sites[0])).toEqual([]);

    await succeeded(invoke(rebuildPublic, { store_id: world.store.id }));
    await writeFeeds({});
    expect((await feedAt(world, 'google-product-reviews.xml'))?.bytes).toEqual(paused?.bytes);
  });

  test('is finished by only one of two functions', async () => {
    const { world, ids } = await reviewedWorld();
    const puts: string[] = [];
    onTestFinished(
      onCall(s3(), ({ command, input }, next) => {
        if (command === 'PutObjectCommand') puts.push(input.Key);
        return next();
      }),
    );

    await Promise.all([writeFeeds({}), writeFeeds({})]);

    expect(await idsIn(world)).toEqual(ids);
    expect(puts).toHaveLength(2);
  });

  test('of a function that died is continued once that function has certainly ended', async () => {
    const { world, ids } = await reviewedWorld();
    await writeFeeds({}, onePage());
    const { promise: never } = Promise.withResolvers<void>();
    const end = onCall(s3(), () => never);
    void writeFeeds({});
    await expect.poll(() => isClaimed(world)).toBe(true);
    end();

    later(limits.feedsFunctionSeconds);
    await writeFeeds({});
    expect(await idsIn(world)).toBeUndefined();

    // Five seconds by which clocks may differ.
    later(5);
    await writeFeeds({});
    expect(await idsIn(world)).toEqual(ids);
  });

  test('of a function that is late ends nothing of the function that has taken its place', {
    tags: 'long',
  }, async () => {
    const { world, ids } = await reviewedWorld();
    const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
    let puts = 0;
    const delay = onCall(s3(), async ({ command }, next) => {
      if (command === 'PutObjectCommand') puts += 1;
      if (command === 'PutObjectCommand' && puts === 1) await isOver;
      return next();
    });
    onTestFinished(delay);
    const late = writeFeeds({});
    await expect.poll(() => puts).toBe(1);
    later(limits.feedsFunctionSeconds + 5);
    await writeFeeds({}, onePage());

    goOn();
    await late;

    const [site] = world.sites;
    expect((await feedRecords.find(site.id))?.run?.paused).toBeDefined();
    await writeFeeds({});
    expect(await idsIn(world)).toEqual(ids);
  });

  test('that fails is continued from its pause, and begins again if what the pause left is gone', async () => {
    const { world, ids } = await reviewedWorld();
    await writeFeeds({}, onePage());
    for (const Key of await objectsUnder(objectKeys.feedsInProgress(world.sites[0].id, ''))) {
      await s3().send(new DeleteObjectCommand({ Bucket: objectBucket(), Key }));
    }

    for (let failures = 0; failures < 3; failures += 1)
      await expect(writeFeeds({})).rejects.toThrow('1 failed, 0 done');
    expect(await idsIn(world)).toBeUndefined();

    await writeFeeds({});
    expect(await idsIn(world)).toEqual(ids);
  });

  test('that met a deletion is followed by another run without the review', { tags: 'long' }, async () => {
    const { world, ids } = await reviewedWorld();
    await writeFeeds({}, onePage());
    const first = await reviews.get(world.store.id, ids[0] ?? '');
    await succeeded(remove(world, { id: first.customer_id }, first.id));
    await deliver();

    await writeFeeds({});
    expect(await idsIn(world)).toContain(first.id);

    later(900);
    await writeFeeds({});
    expect(await idsIn(world)).toEqual(ids.slice(1));
  });

  test('that takes longer than a day begins again', { tags: 'long' }, async () => {
    const { world, ids } = await reviewedWorld();
    await writeFeeds({}, onePage());
    await hide(world, ids[0] ?? '');

    later(day);
    await writeFeeds({});

    expect(await idsIn(world)).toEqual(ids.slice(1));
  });

  test('does not show the feeds of a site that is switched off meanwhile', async () => {
    const { world } = await reviewedWorld();
    await writeFeeds({}, onePage());
    await importSite(world, world.sites[0]);

    await writeFeeds({});

    expect(await idsIn(world)).toBeUndefined();
  });
});

test('feeds of a site that is switched off at the end of their run are not shown', async () => {
  const world = await publicWorld();
  await newReview(world, world.customers[0], world.products[0]);
  let reads = 0;
  onTestFinished(
    onCall(dynamodb, async ({ input }, next) => {
      const isOfMarks = String(Object(input.ExpressionAttributeValues)[':pk']).endsWith('#REVIEWS');
      if (isOfMarks) reads += 1;
      if (isOfMarks && reads === 1) await importSite(world, world.sites[0]);
      return next();
    }),
  );

  await writeFeeds({});

  expect([reads > 0, await idsIn(world)]).toEqual([true, undefined]);
});

test('feeds of several parts are uploaded part by part, over several functions', { tags: 'long' }, async () => {
  const world = await publicWorld();
  // 420 reviews of 20 KB are two parts of each feed.
  const body = '\u{1F375}'.repeat(5000);
  const ids = await storeReviews(world, upTo(420), { body: () => body });
  onTestFinished(resize((name) => (name === 'feedReviews' ? 100 : undefined)));

  await writeFeeds({}, timeUntil(5));
  expect(await multipartsUnder(`public/${world.sites[0].id}/feeds/`)).toHaveLength(2);
  expect(await idsIn(world)).toBeUndefined();
  await writeFeeds({});

  expect(await idsIn(world)).toEqual(ids);
  expect((await feedAt(world, 'google-product-reviews.xml'))?.bytes.length).toBeGreaterThan(8_000_000);
  expect(await multipartsUnder(`public/${world.sites[0].id}/feeds/`)).toEqual([]);
});

test('feeds of many sites take turns', async () => {
  const world = await publicWorld();
  const [, second] = world.sites;
  await importSite(world, { ...second, public_reviews: true });
  await storeReviews(world, upTo(9));
  onTestFinished(resize((name) => (name.startsWith('feed') ? 2 : undefined)));

  await writeFeeds({}, onePage());
  await writeFeeds({}, onePage());

  expect([await pausedFeeds(world.sites[0]), await pausedFeeds(second)]).toEqual([
    [expect.any(String)],
    [expect.any(String)],
  ]);
});

test('rebuild-public requests the feeds, and reports products with reviews that the feeds omit', async () => {
  const world = await publicWorld();
  const [ada, grace] = world.customers;
  const [teapot, record] = world.products;
  const review = await newReview(world, ada, teapot);
  await newReview(world, grace, teapot, { body: ' ' });
  await newReview(world, ada, record);
  await writeFeeds({});
  await hide(world, review.id);

  const result = await succeeded(invoke(rebuildPublic, { store_id: world.store.id }));
  const reasons = [
    { reason: 'without_text', products: 1 },
    { reason: 'without_product_url', products: 1 },
  ];
  expect(result.left_out).toEqual(
    ['google-product-reviews.xml', 'meta-product-reviews.csv'].flatMap((feed) =>
      reasons.map((reason) => ({ feed, ...reason })),
    ),
  );

  await writeFeeds({});
  expect(await idsIn(world)).toEqual([]);
});
