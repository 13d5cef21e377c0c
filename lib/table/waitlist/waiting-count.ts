/**
 * How many wait for a product. The count stands on the product, where it also is its place in the ranking, and changes in one
 * transaction with the entries it counts.
 *
 * A transaction holds its items for some milliseconds, so one product takes about a hundred such changes a second; more of
 * them conflict. A change that has lost `attemptsOnProduct` times opens the product to being counted aside, and those that
 * lose again are: each in the partition of its entry. For a second after that a function counts aside without trying the
 * product first, so that a rush spends next to nothing on conflicts. There are `parts` of these partitions. Each is a place
 * for another hundred changes a second before they conflict, and for 250 at the very most: DynamoDB's 1,000 write units a
 * second, of which a change takes four. So one product takes 1,000 joins a second with a conflict now and then, and can
 * never take more than 4,000; a rush beyond needs more parts.
 *
 * Counts aside only ever add up: the exact count is the product's own changes plus the sum of those aside, whatever moment
 * each was read at, and the ranking takes the sum over within a second or so (`work-on-waitlist`). On a product that has
 * not been opened nothing is counted aside, so that its count is read with it, for one read unit in place of 17.
 */
import { rankingOfOne, searchable } from '../../domain/waitlist.ts';
import { BoundedMap } from '../../runtime/bounded-map.ts';
import type { Product } from '../catalog/products.ts';
import * as products from '../catalog/products.ts';
import type { Write } from '../items.ts';
import * as items from '../items.ts';
import { keys, partitions } from '../keys.ts';

export const parts = 16;

export const allParts: readonly number[] = Array.from({ length: parts }, (_, part) => part);

const attemptsOnProduct = 2;

/** Where a change of the count is written. */
export type Place = 'on product' | 'on product, opening it' | 'aside';

/** Until when a product's count is taken to be contended, in milliseconds since 1970. */
const contendedUntil = new BoundedMap<string, number>(1000);
const contendedMilliseconds = 1000;

/** Where to count what is being decided for the `attempt`th time. */
export function placeToCount(store: string, { id, waiting_aside }: Product, attempt: number): Place {
  const { pk } = keys.product(store, id);
  if (attempt > attemptsOnProduct) contendedUntil.set(pk, Date.now() + contendedMilliseconds);
  if (Date.now() >= (contendedUntil.get(pk) ?? 0)) return 'on product';
  return waiting_aside === undefined ? 'on product, opening it' : 'aside';
}

interface Change {
  by: number;
  /** Of the entries that are counted. */
  part: number;
  place: Place;
}

/** Changes the count, in the transaction of the entries. */
export const count = (store: string, product: Product, { by, part, place }: Change): Write =>
  place === 'aside' ? countAside(store, product.id, part, by) : countOnProduct(store, product, { by, place });

/** Ranks the product with the change, and under its present name, which has been made findable. */
const countOnProduct = (store: string, { id, name }: Product, { by, place }: Omit<Change, 'part'>): Write =>
  items.update(keys.product(store, id), {
    set: { ranking_pk: partitions.ranking(store), searchable_name: searchable(name) },
    defaults: place === 'on product, opening it' ? { waiting_aside: 0 } : {},
    added: rankingBy(by),
    unchanged: { name },
  });

const rankingBy = (by: number) => {
  const ranking = BigInt(by) * rankingOfOne;
  return { waiting_count: by, waiting_ranking: ranking, ranking };
};

const countAside = (store: string, product: string, part: number, by: number): Write =>
  items.update(keys.countAside(store, product, part), { added: { waiting: by } });

/** How many wait for the product right now, in one round trip; undefined where there is no product. */
export async function countWaiting(store: string, id: string): Promise<number | undefined> {
  const counts = await readCounts(store, id);
  return counts && (counts.product.waiting_count ?? 0) - (counts.product.waiting_aside ?? 0) + counts.aside;
}

/** Takes what was counted aside over into the product's ranking. May be done any number of times. */
export async function settle(store: string, id: string): Promise<Write[]> {
  const counts = await readCounts(store, id);
  if (!counts) return [];
  const { product, aside } = counts;
  const { waiting_aside: settled = 0 } = product;
  if (aside === settled) return [];
  return [
    items.update(keys.product(store, id), {
      set: { waiting_aside: aside },
      added: rankingBy(aside - settled),
      unchanged: { waiting_aside: settled },
    }),
  ];
}

/** Products known to be open, which they stay: a warm function reads what is counted aside beside them, instead of after. */
const open = new BoundedMap<string, true>(5000);

/** The product, and how many of those who wait for it have been counted aside; undefined where there is no product. */
async function readCounts(store: string, id: string): Promise<{ product: Product; aside: number } | undefined> {
  const { pk } = keys.product(store, id);
  const [product, asideMeanwhile] = await Promise.all([
    products.find(store, id),
    open.has(pk) ? readAside(store, id) : undefined,
  ]);
  if (!product) return undefined;
  if (product.waiting_aside === undefined) return { product, aside: 0 };
  open.set(pk, true);
  return { product, aside: asideMeanwhile ?? (await readAside(store, id)) };
}

async function readAside(store: string, id: string): Promise<number> {
  const counts = await items.findMany<{ waiting: number }>(allParts.map((part) => keys.countAside(store, id, part)));
  return counts.reduce((sum, item) => sum + (item?.waiting ?? 0), 0);
}
