/** Feeds of public reviews under faults: complete, and without what was deleted. */
import * as products from '../../../lib/resources/catalog/product-records.ts';
import * as sites from '../../../lib/resources/catalog/site-records.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { feedProductOf } from '../../../lib/resources/public-reviews/feed-rules.ts';
import { feedNames } from '../../../lib/resources/public-reviews/fields.ts';
import {
  googleFeedEntry,
  googleFeedHead,
  googleFeedTail,
} from '../../../lib/resources/public-reviews/google-feed-rules.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { objectKeys } from '../../../lib/table/keys.ts';
import { metaFeedEntry, metaFeedHead } from '../../../lib/work/meta-product-reviews.ts';
import { objectAt } from '../../support/aws/objects.ts';
import { invoke } from '../../support/invoke.ts';
import { hide, remove } from '../../support/world/reviews.ts';
import { succeeded, type World } from '../../support/world/world.ts';
import { start } from './background.ts';
import { type Surroundings, within } from './client.ts';
import { isPublished, reviewsOf } from './public-changes.ts';
import { Violation } from './requests.ts';
import { letPass } from './unkind-aws.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * The feeds of the first site, which were requested, contain its published reviews. A deleted review leaves them with the next run; a day
 * later they are complete again.
 */
export async function expectTrueFeeds(
  world: World,
  surroundings: Surroundings,
  follow: () => Promise<void>,
): Promise<void> {
  await writeFeeds(surroundings);
  await expectFeeds(world, surroundings);

  const deleted = await within(surroundings, () => deleteOne(world, surroundings));
  await follow();
  await writeFeeds(surroundings);
  const feeds = await within(surroundings, () => feedsOf(world));
  if (deleted !== undefined && feeds.some((feed) => feed?.includes(deleted)))
    throw new Violation('A deleted review is in a feed', [deleted]);

  await letPass(surroundings.run, day);
  await writeFeeds(surroundings);
  await expectFeeds(world, surroundings);
}

/** Deletes a published review, which may be hidden first. Returns its id. */
async function deleteOne(world: World, { random }: Surroundings): Promise<string | undefined> {
  const review = random.among((await reviewsOf(world)).filter(isPublished));
  if (!review) return undefined;
  const { id, customer_id } = review;
  if (random.chance(0.5)) await hide(world, id);
  if (random.chance(0.5)) await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id }));
  else await succeeded(remove(world, { id: customer_id }, id));
  return id;
}

/** Two functions at once under faults, and one without when none of the earlier ones can still work on the feeds. */
async function writeFeeds(surroundings: Surroundings): Promise<void> {
  const write = (each: Surroundings) => start(each, 'write-feeds', {});
  await within(surroundings, () => Promise.all([1, 2].map(() => write(surroundings).catch(() => undefined))));
  await letPass(surroundings.run, limits.feedsFunctionSeconds * 1000 + minute);
  await within(surroundings, () => write({ ...surroundings, faults: undefined }));
}

const feedsOf = ({ sites: [site] }: World): Promise<(string | undefined)[]> =>
  Promise.all(feedNames.map(async (name) => (await objectAt(objectKeys.publicFeed(site.id, name)))?.bytes.toString()));

async function expectFeeds(world: World, surroundings: Surroundings): Promise<void> {
  const [feeds, due] = await within(surroundings, () => Promise.all([feedsOf(world), dueFeeds(world)]));
  const wrong = due.flatMap((feed, index) => (feeds[index] === feed ? [] : [`${feeds[index]}, not ${feed}`]));
  if (wrong.length > 0) throw new Violation('Feeds are not true', wrong);
}

/** The feeds that the first site should have, made from everything in its store's table. In the order of `feedNames`. */
async function dueFeeds(world: World): Promise<string[]> {
  const { store } = world;
  const site = await sites.get(store.id, world.sites[0].id);
  const reviews = (await reviewsOf(world)).filter(isPublished).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const reviewed = [...new Set(reviews.map(({ product_id }) => product_id))].toSorted();
  const shown = await Promise.all(
    reviewed.map(async (id) => {
      const product = feedProductOf(await products.get(store.id, id));
      return reviews.filter(({ product_id }) => product_id === id).map((review) => ({ review, product }));
    }),
  );
  const textsOf = (entryOf: typeof metaFeedEntry): string =>
    shown
      .flat()
      .map(({ review, product }) => entryOf(review, product, site))
      .map((entry) => ('text' in entry ? entry.text : ''))
      .join('');
  return [
    `${googleFeedHead(site)}${textsOf((review, product) => googleFeedEntry(review, product, null))}${googleFeedTail}`,
    `${metaFeedHead()}${textsOf(metaFeedEntry)}`,
  ];
}
