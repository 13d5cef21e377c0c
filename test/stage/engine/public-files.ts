/** Public files under faults: what becomes of them while reviews and sites go on changing, once all else is quiet. */
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { recordsOf } from '../../../bin/local/events/stream.ts';
import { objectBucket, s3 } from '../../../lib/objects/objects.ts';
import { rebuildPublic } from '../../../lib/resources/public-reviews/functions.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { objectKeys } from '../../../lib/table/keys.ts';
import { itemsOf } from '../../support/aws/table-contents.ts';
import { publicFilesOf, wrongFiles } from '../../support/events/public-files.ts';
import { invoke } from '../../support/invoke.ts';
import { succeeded, type World } from '../../support/world/world.ts';
import { deliverAll, deliverUnderFaults } from './background.ts';
import { type Surroundings, within } from './client.ts';
import { addReviews, change, changes, reviewsOf } from './public-changes.ts';
import { expectTrueFeeds } from './public-feeds.ts';
import { expectTrueSwitches } from './public-switches.ts';
import type { Random } from './random.ts';
import { Violation } from './requests.ts';
import { followChanges } from './stream.ts';
import { letPass } from './unkind-aws.ts';

const minute = 60_000;

/**
 * The public files of each site show its published reviews, and nothing else, a minute after the last change: once the work that the changes
 * have queued is done. In a store with reviews, also after further changes, after switches of a site, and after a rebuild; and its feeds are
 * complete.
 */
export async function expectTrueFiles(world: World, surroundings: Surroundings): Promise<void> {
  const { random } = surroundings;
  await within(surroundings, () => deliverUnderFaults(surroundings));
  await expectFiles(surroundings);
  if ((await within(surroundings, () => reviewsOf(world))).length === 0) return;

  const follow = await followerOf(surroundings);
  await within(surroundings, () => addReviews(world, random));
  await follow();
  for (let round = 0; round < 3; round += 1) {
    // Writers that began before a change meet those that begin after it.
    await within(surroundings, async () => {
      const writing = writeShown(world, surroundings);
      await change(world, random);
      await Promise.all([writing, writeShown(world, surroundings)]);
    });
    await expectFiles(surroundings);
  }
  await follow();
  for (const kind of drawn(changes, 5, random)) {
    await within(surroundings, () => change(world, random, kind));
    await follow();
    await within(surroundings, () => deliverUnderFaults(surroundings));
    await expectFiles(surroundings);
  }
  await within(surroundings, () => addReviews(world, random));
  await follow();
  await expectTrueSwitches(world, surroundings, {
    follow,
    write: () => writeShown(world, surroundings),
    expectFiles: () => expectFiles(surroundings),
  });
  await expectRebuilt(world, surroundings);
  await expectTrueFeeds(world, surroundings, follow);
}

/** Some of them, each once, in any order. */
function drawn<T>(all: readonly T[], count: number, random: Random): T[] {
  const left = [...all];
  return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)).flat();
}

/** Follows the changes of the table that have come since the last time. */
async function followerOf(surroundings: Surroundings): Promise<() => Promise<void>> {
  let seen = (await recordsOf(storeTable())).length;
  return async () => {
    const records = await recordsOf(storeTable());
    const since = records.slice(seen);
    seen = records.length;
    await within(surroundings, () => followChanges({ ...surroundings, follower: 'keep-figures' }, since));
  };
}

/** Works on the files of all products that have, or had, reviews, as if messages about them came now. */
async function writeShown({ store: { id: store_id } }: World, surroundings: Surroundings): Promise<void> {
  const shown = (await itemsOf(storeTable(), store_id)).filter(
    (item) => item.sk === 'PRODUCT' && 'public_version' in item,
  );
  const bodies = shown.map(({ id }) => JSON.stringify({ work: 'product', store_id, product_id: id }));
  surroundings.run.messages.push(...bodies.map((body) => ({ queue: 'publicFiles', body, notBefore: 0 })));
  await deliverUnderFaults(surroundings);
}

async function expectFiles(surroundings: Surroundings): Promise<void> {
  await letPass(surroundings.run, minute);
  await within(surroundings, () => deliverAll(surroundings));
  const wrong = await within(surroundings, async () => {
    const items = await itemsOf(storeTable());
    const sites = items.filter(({ sk }) => sk === 'SITE').map(({ id }) => ({ id: String(id) }));
    return wrongFiles(items, await publicFilesOf(sites));
  });
  if (wrong.length > 0) throw new Violation(`Public files are not true: ${wrong[0]}`, wrong.slice(0, 20));
}

/** A rebuild leaves the same bytes, even if a file was changed by hand, or one was added. */
async function expectRebuilt(world: World, surroundings: Surroundings): Promise<void> {
  const [site] = world.sites;
  const files = () => within(surroundings, () => publicFilesOf(world.sites));
  const before = await files();
  const changed = surroundings.random.among([...before.keys()]);
  const keys = [
    ...(changed === undefined ? [] : [changed, `${changed}.bak`]),
    ...['pro_0', 'pro_zzzzzz'].map((product) => `${objectKeys.publicProduct(site.id, product)}reviews.json`),
  ];
  await within(surroundings, async () => {
    for (const Key of keys) await s3().send(new PutObjectCommand({ Bucket: objectBucket(), Key, Body: 'changed' }));
    for (let after: string | null | undefined; after !== null; ) {
      after = (await succeeded(invoke(rebuildPublic, { store_id: world.store.id, after }))).next;
    }
  });
  const rebuilt = await files();
  const names = new Set([...before.keys(), ...rebuilt.keys()]);
  const different = [...names].filter((name) => before.get(name) !== rebuilt.get(name));
  if (different.length > 0) throw new Violation(`A rebuild leaves other files: ${different[0]}`, different);
}
