/** Public files under faults: what becomes of them while reviews go on changing, once all else is quiet. */
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { type Places, recordsOf } from '../../../bin/local/events/stream.ts';
import { objectBucket, s3 } from '../../../lib/objects/objects.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer, setCustomerStanding } from '../../../lib/resources/customers/functions.ts';
import { rebuildPublic } from '../../../lib/resources/public-reviews/functions.ts';
import { editReview } from '../../../lib/resources/reviews/functions.ts';
import { type ReviewRecord, statusOf } from '../../../lib/resources/reviews/rules.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { itemsOf } from '../../support/aws/table-contents.ts';
import { publicFilesOf, unversionedChanges, wrongFiles } from '../../support/events/public-files.ts';
import { invoke } from '../../support/invoke.ts';
import { hide, numberedId, storeReviews } from '../../support/world/reviews.ts';
import { succeeded, type World } from '../../support/world/world.ts';
import { deliverAll, deliverUnderFaults, sweepAll } from './background.ts';
import { type Surroundings, within } from './client.ts';
import type { Random } from './random.ts';
import { Violation } from './requests.ts';
import { followChanges } from './stream.ts';
import { letPass } from './unkind-aws.ts';

const minute = 60_000;

interface Watched extends Surroundings {
  /** Up to where the changes have been read. */
  places: Places;
}

/**
 * The public files of each site show its published reviews, and nothing else, a minute after the last change: once the work that the changes
 * have queued is done, and again after further changes, switches of the site and a rebuild.
 */
export async function expectTrueFiles(world: World, given: Surroundings): Promise<void> {
  const surroundings: Watched = { ...given, places: {} };
  await within(surroundings, () => deliverUnderFaults(surroundings));
  let files = await expectFiles(surroundings);
  const expectAfter = async () => {
    const next = await expectFiles(surroundings);
    const [unversioned, ...others] = unversionedChanges(files, next);
    if (unversioned) throw new Violation(`Public files have no new version: ${unversioned}`, others.slice(0, 20));
    files = next;
  };
  for (let round = 0; round < 3; round += 1) {
    // Writers that began before a change meet those that begin after it.
    await within(surroundings, async () => {
      const writing = writeShown(world, surroundings);
      await change(world, surroundings.random);
      await Promise.all([writing, writeShown(world, surroundings)]);
    });
    await expectAfter();
  }
  for (let count = 0; count < 3; count += 1) {
    await following(surroundings, () => change(world, surroundings.random));
    await expectAfter();
  }
  // In some runs more than are judged by their marks: the index has to follow.
  await following(surroundings, () => fillPage(world), minute);
  await expectAfter();
  await following(surroundings, () => succeeded(hide(world, numberedId(surroundings.random.below(fullPage)))));
  await expectAfter();
  await expectSwitches(world, surroundings);
  await expectRebuilt(world, surroundings);
}

/** Makes changes that only the stream reports, and does the work that they queue, after so many milliseconds. */
async function following(surroundings: Watched, make: () => Promise<unknown>, after = 0): Promise<void> {
  await recordsOf(storeTable(), surroundings.places);
  await within(surroundings, make);
  if (after > 0) await letPass(surroundings.run, after);
  const since = await recordsOf(storeTable(), surroundings.places);
  await within(surroundings, () => followChanges({ ...surroundings, follower: 'keep-figures' }, since));
  await within(surroundings, () => deliverUnderFaults(surroundings));
}

/** Reviews of a file. */
const fullPage = 50;

/** Gives the first product one review more than its first file holds. */
async function fillPage(world: World): Promise<void> {
  const [{ id }] = world.products;
  const published = (await reviewsOf(world.store)).filter(
    (review) => review.product_id === id && statusOf(review) === 'published',
  );
  await storeReviews(
    world,
    Array.from({ length: fullPage + 1 - (published.length % fullPage) }, (_, number) => number),
  );
}

/** A site in another language has other files; one that is switched off has none, even if an upload ends late; one that is on again has all. */
async function expectSwitches(world: World, surroundings: Watched): Promise<void> {
  const importSite = (site: object) =>
    following(surroundings, () =>
      succeeded(invoke(importRecords, { store_id: world.store.id, sites: [{ ...world.sites[0], ...site }] })),
    );
  const locale = 'de';
  await importSite({ locale, public_reviews: true });
  const [late] = await expectFiles(surroundings);
  await importSite({
    locale,
    ...surroundings.random.pick([{ public_reviews: false }, { public_reviews: true, reviews_enabled: false }]),
  });
  await expectFiles(surroundings);
  if (late) {
    await within(surroundings, () => put(...late));
    await within(surroundings, () => sweepAll(surroundings));
    await expectFiles(surroundings);
  }
  await importSite({ locale, public_reviews: true });
  const isMissing = (await expectFiles(surroundings)).size === 0;
  if (late && isMissing) throw new Violation('A site that is switched on again has no public files', [late[0]]);
}

/** A rebuild writes each file as it was, and removes all others. */
async function expectRebuilt(world: World, surroundings: Surroundings): Promise<void> {
  const before = await expectFiles(surroundings);
  await within(surroundings, async () => {
    for (const key of before.keys()) await put(key, 'damaged');
    const folders = new Set([...before.keys()].map((key) => key.slice(0, key.lastIndexOf('/') + 1)));
    for (const folder of folders) await put(`${folder}strange.json`, 'strange');
    await put(`public/${world.sites[0].id}/products/pro_unknown/reviews.json`, 'strange');
    for (let after: string | null | undefined; after !== null; ) {
      const { next } = await succeeded(invoke(rebuildPublic, { store_id: world.store.id, after }));
      after = next;
    }
  });
  const after = await expectFiles(surroundings);
  const other = [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key));
  if (other.length > 0) throw new Violation(`A rebuild writes another file: ${other[0]}`, other.slice(0, 20));
}

const put = (Key: string, Body: string) => s3().send(new PutObjectCommand({ Bucket: objectBucket(), Key, Body }));

/** Works on the files of all products, as if messages about them came now. */
async function writeShown({ store }: World, surroundings: Surroundings): Promise<void> {
  const products = (await itemsOf(storeTable(), store.id)).filter(({ sk }) => sk === 'PRODUCT');
  const bodies = products.map(({ id }) => JSON.stringify({ work: 'product', store_id: store.id, product_id: id }));
  surroundings.run.messages.push(...bodies.map((body) => ({ queue: 'publicFiles', body, notBefore: 0 })));
  await deliverUnderFaults(surroundings);
}

/** The reviews of a store in any status. */
const reviewsOf = async ({ id }: { id: string }): Promise<ReviewRecord[]> =>
  ((await itemsOf(storeTable(), id)) as unknown as (ReviewRecord & { sk: string })[]).filter(
    (item) => item.sk === 'REVIEW' && !('deleted_at' in item),
  );

/** Returns the files, which are true. */
async function expectFiles(surroundings: Surroundings): Promise<ReadonlyMap<string, string>> {
  await letPass(surroundings.run, minute);
  await within(surroundings, () => deliverAll(surroundings));
  const [items, files] = await within(surroundings, async () => {
    const stored = await itemsOf(storeTable());
    const sites = stored.filter(({ sk }) => sk === 'SITE').map(({ id }) => ({ id: String(id) }));
    return [stored, await publicFilesOf(sites)] as const;
  });
  const wrong = wrongFiles(items, files);
  if (wrong.length > 0) throw new Violation(`Public files are not true: ${wrong[0]}`, wrong.slice(0, 20));
  return files;
}

/** Changes what files show, if they show anything. The last review of a product may be taken away. */
async function change(world: World, random: Random): Promise<void> {
  const { store, products } = world;
  const store_id = store.id;
  const published = (await reviewsOf(store)).filter((review) => statusOf(review) === 'published');
  const review = random.among(published);
  if (!review) return;
  const stand = (standing: 'banned' | 'shadowbanned', { customer_id }: ReviewRecord) =>
    succeeded(invoke(setCustomerStanding, { store_id, customer_id, standing }));
  const banAll = async () => {
    for (const each of published.filter(({ product_id }) => product_id === review.product_id))
      await stand('banned', each);
  };
  const write = ({ customer_id, id: review_id, rating, title, body }: ReviewRecord) =>
    succeeded(invoke(editReview, { store_id, customer_id, review_id, rating, title, body }));
  const product = products.find(({ id }) => id === review.product_id) ?? products[0];
  const importProduct = (changed: object) =>
    succeeded(invoke(importRecords, { store_id, products: [{ ...product, ...changed }] }));
  const renamed = product.variants.map((variant) => ({ ...variant, name: `Renamed ${variant.name}` }));
  await random.pick([
    () => stand('banned', review),
    () => stand('shadowbanned', review),
    () => succeeded(invoke(deleteCustomer, { store_id, customer_id: review.customer_id })),
    () => importProduct({ name: `Renamed ${product.name}` }),
    () => importProduct({ variants: renamed }),
    () => succeeded(hide(world, review.id)),
    banAll,
    () => write({ ...review, body: `${review.body} again` }),
    () => write({ ...review, rating: (review.rating % 5) + 1 }),
  ])();
}
