/** Public files under faults: what becomes of them while reviews go on changing, once all else is quiet. */
import { recordsOf } from '../../../bin/local/events/stream.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer, setCustomerStanding } from '../../../lib/resources/customers/functions.ts';
import { editReview } from '../../../lib/resources/reviews/functions.ts';
import { type ReviewRecord, statusOf } from '../../../lib/resources/reviews/rules.ts';
import { storeTable } from '../../../lib/table/client.ts';
import { itemsOf } from '../../support/aws/table-contents.ts';
import { publicFilesOf, wrongFiles } from '../../support/events/public-files.ts';
import { invoke } from '../../support/invoke.ts';
import { succeeded, type World } from '../../support/world/world.ts';
import { deliverAll, deliverUnderFaults } from './background.ts';
import { type Surroundings, within } from './client.ts';
import type { Random } from './random.ts';
import { Violation } from './requests.ts';
import { followChanges } from './stream.ts';
import { letPass } from './unkind-aws.ts';

const minute = 60_000;

/**
 * The public files of each site show its published reviews, and nothing else, a minute after the last change: once the work that the changes
 * have queued is done, and again after further changes.
 */
export async function expectTrueFiles(world: World, surroundings: Surroundings): Promise<void> {
  await within(surroundings, () => deliverUnderFaults(surroundings));
  await expectFiles(surroundings);
  for (let round = 0; round < 3; round += 1) {
    // Writers that began before a change meet those that begin after it.
    await within(surroundings, async () => {
      const writing = writeShown(world, surroundings);
      await change(world, surroundings.random);
      await Promise.all([writing, writeShown(world, surroundings)]);
    });
    await expectFiles(surroundings);
  }
  const before = (await recordsOf(storeTable())).length;
  for (let count = 0; count < 2; count += 1) await within(surroundings, () => change(world, surroundings.random));
  const since = (await recordsOf(storeTable())).slice(before);
  await within(surroundings, () => followChanges({ ...surroundings, follower: 'keep-figures' }, since));
  await within(surroundings, () => deliverUnderFaults(surroundings));
  await expectFiles(surroundings);
}

/** Works on the files of all products with reviews, as if messages about them came now. */
async function writeShown({ store }: World, surroundings: Surroundings): Promise<void> {
  const shown = new Set((await reviewsOf(store)).map(({ product_id }) => product_id));
  const bodies = [...shown].map((product_id) => JSON.stringify({ work: 'product', store_id: store.id, product_id }));
  surroundings.run.messages.push(...bodies.map((body) => ({ queue: 'publicFiles', body, notBefore: 0 })));
  await deliverUnderFaults(surroundings);
}

/** The reviews of a store in any status. */
const reviewsOf = async ({ id }: { id: string }): Promise<ReviewRecord[]> =>
  ((await itemsOf(storeTable(), id)) as unknown as (ReviewRecord & { sk: string })[]).filter(
    (item) => item.sk === 'REVIEW' && !('deleted_at' in item),
  );

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

/** Changes what files show, if they show anything. The last review of a product may be taken away. */
async function change({ store, products }: World, random: Random): Promise<void> {
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
  const rename = async () => {
    const product = products.find(({ id }) => id === review.product_id) ?? products[0];
    await succeeded(invoke(importRecords, { store_id, products: [{ ...product, name: `Renamed ${product.name}` }] }));
  };
  await random.pick([
    () => stand('banned', review),
    () => stand('shadowbanned', review),
    () => succeeded(invoke(deleteCustomer, { store_id, customer_id: review.customer_id })),
    rename,
    banAll,
    () => write({ ...review, body: `${review.body} again` }),
    () => write({ ...review, rating: (review.rating % 5) + 1 }),
  ])();
}
