/** The public files of reviews follow each change, even if a function dies or a message comes twice or late, and are removed when a site is switched off. */
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { recordsOf } from '../../../bin/local/events/stream.ts';
import { objectBucket, s3 } from '../../../lib/objects/objects.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { rebuildPublic } from '../../../lib/resources/public-reviews/functions.ts';
import { removeReviewReply, setReviewReply, showReview } from '../../../lib/resources/reviews/operations.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { watch, watchClient } from '../../support/aws/aws-calls.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { batchOf, queuedPublicFiles } from '../../support/aws/queued-messages.ts';
import { isolateTables, itemsOf } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { publicFilesOf, wrongFiles } from '../../support/events/public-files.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { setClock } from '../../support/world/clock.ts';
import { edit, hide, newReview, numberedId, remove, stand, storeReviews } from '../../support/world/reviews.ts';
import { newProduct, newSite, newWorld, succeeded, type World } from '../../support/world/world.ts';

isolateTables('test', { stream: true });
// Other files of this worker do not count the calls to S3.
afterAll(watchClient(s3()));

const follow = await handlerOf({ name: 'keep-figures' });
const write = await handlerOf({ name: 'write-public-files' });
const sweep = await handlerOf({ name: 'sweep-public-files' });

let delivered = 0;

/** Delivers the changes of the table since the last call, and all work that they queue. */
async function deliver() {
  const records = await recordsOf(storeTable());
  await follow({ Records: records.slice(Math.min(delivered, records.length)) });
  delivered = records.length;
  await workOnQueue();
}

async function workOnQueue() {
  for (let bodies = queuedPublicFiles.splice(0); bodies.length > 0; bodies = queuedPublicFiles.splice(0)) {
    expect(await write(batchOf(bodies))).toEqual({ batchItemFailures: [] });
  }
}

const importSite = ({ store }: World, site: object) => invoke(importRecords, { store_id: store.id, sites: [site] });

/** A store with reviews of its first site as public files. */
async function publicWorld(): Promise<World> {
  delivered = 0;
  queuedPublicFiles.length = 0;
  const world = await newWorld();
  await succeeded(importSite(world, { ...world.sites[0], public_reviews: true }));
  await deliver();
  return world;
}

/** Work on the first product, as if its message came now. */
const workOn = ({ store, products: [product] }: World): string =>
  JSON.stringify({ work: 'product', store_id: store.id, product_id: product.id });

const rewrite = async (world: World) =>
  expect(await write(batchOf([workOn(world)]))).toEqual({ batchItemFailures: [] });

/** Rebuilds all pages of products. */
async function rebuild({ store }: World) {
  const sum = { products: 0, files: 0, removed: 0 };
  for (let after: string | null | undefined; after !== null; ) {
    const page = await succeeded(invoke(rebuildPublic, { store_id: store.id, after }));
    sum.products += page.products;
    sum.files += page.files;
    sum.removed += page.removed;
    after = page.next;
  }
  return sum;
}

const files = ({ sites }: World) => publicFilesOf(sites);

const expectTrue = async (world: World) =>
  expect(wrongFiles(await itemsOf(storeTable()), await files(world))).toEqual([]);

/** The ids of the reviews in a file of the first product. */
async function idsIn(world: World, name = 'reviews.json', product = world.products[0]): Promise<string[]> {
  const body = (await files(world)).get(`public/${world.sites[0].id}/products/${product.id}/${name}`);
  return (JSON.parse(body ?? '{"data":[]}') as { data: { id: string }[] }).data.map(({ id }) => id);
}

const upTo = (count: number, first = 0) => Array.from({ length: count - first }, (_, index) => first + index);

describe('public files', () => {
  test('follow each change of a review that visitors see', { tags: 'long' }, async () => {
    const world = await publicWorld();
    const [ada, grace] = world.customers;
    const [teapot] = world.products;
    expect(await files(world)).toEqual(new Map());

    const first = await newReview(world, ada, teapot);
    const second = await newReview(world, grace, teapot);
    await deliver();
    expect(await idsIn(world)).toEqual([second.id, first.id]);
    await expectTrue(world);

    const path = { review_id: first.id };
    const key = world.write;
    const changes: (() => Promise<unknown>)[] = [
      () => call(setReviewReply, { key, path, body: { body: 'Thank you' } }),
      () => edit(world, ada, first.id, { rating: 4, title: 'Another title', body: 'Another text' }),
      () => call(removeReviewReply, { key, path }),
      () => hide(world, first.id),
      () => call(showReview, { key, path }),
      () => stand(world, ada, 'shadowbanned'),
      () => stand(world, ada, 'good'),
      () => stand(world, ada, 'banned'),
      () => importProduct(world, { name: 'Porcelain teapot' }),
      () => importProduct(world, { name: 'Porcelain teapot', variants: [{ ...teapot.variants[1], name: 'Huge' }] }),
      () => remove(world, grace, second.id),
      () => succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: ada.id })),
    ];
    for (const change of changes) {
      await change();
      await deliver();
      await expectTrue(world);
    }
    expect(await idsIn(world)).toEqual([]);
  });

  test('contain the reviews that the index finds beyond those that are marked', async () => {
    const world = await publicWorld();
    onTestFinished(resize((name) => (name === 'markedReviews' ? 500 : undefined)));
    await storeReviews(world, upTo(1030), { starsOf: (number) => (number < 20 ? 1 : 5) });
    await rewrite(world);
    await rebuild(world);
    await expectTrue(world);
  });

  test('that are full go on in further files, and one more review costs the same however many there are', {
    tags: 'long',
  }, async () => {
    const world = await publicWorld();
    // The rest is found by the index.
    onTestFinished(resize((name) => (name === 'markedReviews' ? 500 : undefined)));
    const costOf = async (numbers: readonly number[]) => {
      await storeReviews(world, numbers, { starsOf: (number) => (number < 70 ? 1 : 5) });
      const { calls, capacity } = await watch(() => rewrite(world));
      return { requests: calls.map(({ command }) => command).toSorted(), capacity };
    };
    await costOf(upTo(1130));
    const one = await costOf([1130]);
    await costOf(upTo(1500, 1131));

    expect(await costOf([1500])).toEqual(one);
    expect(one.requests.filter((command) => command.startsWith('PutObject'))).toHaveLength(27);
    await expectTrue(world);
    expect([await idsIn(world, 'reviews-20.json'), await idsIn(world, 'stars-1.json')]).toEqual([
      upTo(551, 501).toReversed().map(numberedId),
      upTo(70, 20).toReversed().map(numberedId),
    ]);

    for (const number of [1500, 69, 800]) await hide(world, numberedId(number));
    await rewrite(world);
    await expectTrue(world);
    await hide(world, numberedId(68));
    await rebuild(world);
    await expectTrue(world);
  });

  test('keep a page that is no longer needed, without reviews', async () => {
    const world = await publicWorld();
    await storeReviews(world, upTo(51));
    await deliver();
    expect(await idsIn(world, 'reviews-2.json')).toEqual(['rev_00000000']);

    await hide(world, 'rev_00000050');
    await deliver();
    expect(await idsIn(world, 'reviews-2.json')).toEqual([]);
    await expectTrue(world);
  });

  test('are not replaced by the older ones of a slow writer', async () => {
    const world = await publicWorld();
    const [ada, grace] = world.customers;
    const first = await newReview(world, ada, world.products[0]);
    await newReview(world, grace, world.products[0]);
    const message = workOn(world);
    let puts = 0;
    const end = onCall(s3(), async ({ command }, next) => {
      // While the first writer is about to put its first file, a review is hidden and another writer puts all files.
      if (command === 'PutObjectCommand' && puts++ === 0) {
        await hide(world, first.id);
        expect(await write(batchOf([message]))).toEqual({ batchItemFailures: [] });
      }
      return next();
    });
    expect(await write(batchOf([message]))).toEqual({ batchItemFailures: [] });
    end();

    await expectTrue(world);
    expect(await idsIn(world)).not.toContain(first.id);
  });

  test('are complete after a death at any request, and after messages that come twice', async () => {
    const world = await publicWorld();
    const [ada, grace] = world.customers;
    await newReview(world, ada, world.products[0]);
    await deliver();
    const second = await newReview(world, grace, world.products[0]);
    const message = workOn(world);
    for (let death = 1; death < 14; death += 1) {
      let calls = 0;
      const dies = ({ command }: { command: string }, next: () => Promise<unknown>) => {
        if (/^(Put|List|Delete)Object/.test(command) && ++calls === death) throw new Error('The function has died');
        return next();
      };
      const end = onCall(s3(), dies as never);
      await write(batchOf([message]));
      end();
      if (death === 7) await hide(world, second.id);
    }
    expect(await write(batchOf([message, message]))).toEqual({ batchItemFailures: [] });
    await expectTrue(world);
  });
});

const importProduct = ({ store, products: [product] }: World, fields: object) =>
  succeeded(invoke(importRecords, { store_id: store.id, products: [{ ...product, ...fields }] }));

describe('a site', () => {
  test('that is switched on has the files of all products, and none after it is switched off', async () => {
    const world = await publicWorld();
    const [ada] = world.customers;
    const [, other] = world.sites;
    const extra = newProduct();
    await succeeded(invoke(importRecords, { store_id: world.store.id, products: [extra] }));
    for (const product of [...world.products, extra]) await newReview(world, ada, product);
    await deliver();
    await succeeded(importSite(world, { ...other, public_reviews: true, locale: 'de' }));
    await deliver();
    await expectTrue(world);
    expect([...(await files(world)).keys()].filter((key) => key.includes(other.id))).toHaveLength(4 * 8);

    await succeeded(importSite(world, { ...other, public_reviews: true, locale: 'fr' }));
    await deliver();
    await expectTrue(world);

    await succeeded(importSite(world, { ...other, public_reviews: true, reviews_enabled: false }));
    await deliver();
    await expectTrue(world);
    await succeeded(importSite(world, { ...other, public_reviews: true, name: 'Teapots and cups' }));
    await deliver();
    await expectTrue(world);
  });

  test('is carried out by the sweep if its message is lost', async () => {
    const world = await publicWorld();
    const [site, other] = world.sites;
    await newReview(world, world.customers[0], world.products[0]);
    await deliver();
    await succeeded(importSite(world, { ...other, public_reviews: true }));
    await succeeded(importSite(world, site));
    delivered = (await recordsOf(storeTable())).length;

    await sweep({});
    await workOnQueue();
    await expectTrue(world);
  });

  test('has no file from an upload that ends after it was switched off', async () => {
    const world = await publicWorld();
    const [site] = world.sites;
    await newReview(world, world.customers[0], world.products[0]);
    await deliver();
    await succeeded(importSite(world, site));
    await deliver();
    await sweep({});
    const late = { Bucket: objectBucket(), Key: `public/${site.id}/products/${world.products[0].id}/stars-1.json` };
    await s3().send(new PutObjectCommand({ ...late, Body: '{}' }));

    await sweep({});
    await expectTrue(world);
    setClock(toTimestamp(Date.now() + 16 * 60_000));
    await sweep({});
    const { calls } = await watch(() => sweep({}));
    expect(calls.filter(({ command }) => command.includes('Object'))).toEqual([]);
  });

  test('loses its files with SERVICE_REVIEWS=false, and has them again with it', async () => {
    const world = await publicWorld();
    await newReview(world, world.customers[0], world.products[0]);
    await deliver();
    const before = await files(world);

    vi.stubEnv('SERVICE_REVIEWS', 'false');
    await sweep({});
    expect(await files(world)).toEqual(new Map());

    vi.stubEnv('SERVICE_REVIEWS', 'true');
    await sweep({});
    await workOnQueue();
    expect(await files(world)).toEqual(before);
  });

  test('with the id of a public site of another store is refused, and nothing is stored', async () => {
    const world = await publicWorld();
    const foreign = await newWorld();
    const site = newSite({ id: world.sites[0].id, public_reviews: true });

    expect(await invoke(importRecords, { store_id: foreign.store.id, sites: [site, newSite()] })).toMatchObject({
      errorType: 'DUPLICATE',
      errorMessage: expect.stringContaining('another store has public reviews of a site with this id'),
    });
    expect((await itemsOf(storeTable(), foreign.store.id)).filter(({ sk }) => sk === 'SITE')).toHaveLength(2);
    expect(await importSite(foreign, { ...site, public_reviews: false })).toHaveProperty('imported');
  });
});

test('rebuild-public writes the same bytes, and removes what should not be there', async () => {
  const world = await publicWorld();
  const [site, other] = world.sites;
  const { id } = world.products[0];
  await newReview(world, world.customers[0], world.products[0]);
  await deliver();
  const before = await files(world);
  const put = (Key: string) => s3().send(new PutObjectCommand({ Bucket: objectBucket(), Key, Body: 'changed' }));
  await put(`public/${site.id}/products/${id}/reviews.json`);
  await put(`public/${site.id}/products/${id}/reviews.json.bak`);
  await put(`public/${site.id}/products/pro_unknown/reviews.json`);
  await succeeded(importSite(world, { ...other, public_reviews: true }));
  await put(`public/${other.id}/products/${id}/reviews.json`);
  await succeeded(importSite(world, other));

  expect(await rebuild(world)).toEqual({ products: 3, files: 8, removed: 3 });
  expect(await files(world)).toEqual(before);
  const { calls } = await watch(() => rebuild(world));
  expect(calls.filter(({ command }) => /^(Put|Delete)Object/.test(command))).toEqual([]);
});
