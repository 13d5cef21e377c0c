/**
 * The number of shoppers who wait for a product. The count is stored on the product, because the ranking needs it. An item takes about 100
 * transactions a second, so in a rush changes are counted aside, in the shard of the entry. The exact count is the count on the product
 * without `waiting_aside`, plus the sum of the shards. Both items also count each variant, in attributes of the same update, which releases
 * before 0.6.0 do not change (`variant-count-records.ts`).
 */

import { BoundedMap } from '../../runtime/collections.ts';
import { resources } from '../../schema/ids.ts';
import type { Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys, shards } from '../../table/keys.ts';
import type { Product, VariantCounts } from '../catalog/product-records.ts';
import * as products from '../catalog/product-records.ts';
import * as ranking from './ranking-records.ts';
import { rankingOfOne, searchable } from './rules.ts';

/**
 * Number of shards for the entries and counts of a product; keys and messages call a shard `part`. A shard takes 100 changes a second with few conflicts, and at most 250, because
 * a partition of DynamoDB has 1,000 write units and a change takes four. So a product takes 1,000 joins a second with few conflicts, and at
 * most 4,000.
 */
export const parts = 16;

export const allParts: readonly number[] = shards(parts);

/**
 * After this number of failed attempts, changes of the product are counted aside. Until then, its count is read with the product, for one
 * read unit instead of 17.
 */
const attemptsOnProduct = 2;

/** Where a change of the count is written. */
export type CountPlace = 'on product' | 'on product, opening it' | 'aside';

/** Until when a product's count is considered contended, in milliseconds since 1970. */
const contendedUntil = new BoundedMap<string, number>(1000);

/** How long a function counts aside without trying the product first, so that a rush causes few conflicts. */
const contendedMilliseconds = 1000;

/** Returns where to count, for a decision with this number of its attempt. */
export function counterFor(store: string, { id, waiting_aside }: Product, attempt: number): CountPlace {
  const { pk } = keys.product(store, id);
  if (attempt > attemptsOnProduct) contendedUntil.set(pk, Date.now() + contendedMilliseconds);
  if (Date.now() >= (contendedUntil.get(pk) ?? 0)) return 'on product';
  return waiting_aside === undefined ? 'on product, opening it' : 'aside';
}

interface Change {
  by: number;
  /** The variant of the counted entries. */
  variant_id: string;
  /** The shard of the counted entries. */
  part: number;
  place: CountPlace;
  /** Whether the commit requires that the product's variants are unchanged. */
  heldToVariants?: boolean;
}

/** Changes the count, in the transaction of the entries. */
export const count = (store: string, product: Product, change: Change): Write =>
  change.place === 'aside' ? countInShard(store, product, change) : countOnProduct(store, product, change);

/** Adds the change to the ranking of the product, and updates its searchable name. */
const countOnProduct = (
  store: string,
  { id, name, variants_round }: Product,
  { by, variant_id, place, heldToVariants = false }: Change,
): Write =>
  items.update(keys.product(store, id), {
    set: { ranking_pk: ranking.partitionOf(store, id), searchable_name: searchable(name) },
    defaults: place === 'on product, opening it' ? { waiting_aside: 0 } : {},
    added: { ...rankingBy(by), ...ofVariantBy(variant_id, by) },
    unchanged: { name, ...(heldToVariants ? { variants_round } : {}) },
  });

const rankingBy = (by: number) => {
  const places = BigInt(by) * rankingOfOne;
  return { waiting_count: by, waiting_ranking: places, ranking: places };
};

/** The attribute with the count of a variant. */
export const countOf = (variant_id: string): `waiting_prv_${string}` =>
  `waiting_prv_${variant_id.slice(resources.variant.prefix.length + 1)}`;

/** `waiting_changes` only rises: it shows that nothing has changed, even if the counts are equal. */
const ofVariantBy = (variant_id: string, by: number) => ({ [countOf(variant_id)]: by, waiting_changes: 1 });

const countInShard = (
  store: string,
  { id, variants_round = 0 }: Product,
  { by, variant_id, part, heldToVariants = false }: Change,
): Write =>
  items.update(keys.countInShard(store, id, part), {
    added: { waiting: by, ...ofVariantBy(variant_id, by) },
    ...(heldToVariants ? { atMost: { variants_round } } : {}),
  });

/**
 * Records the current `variants_round` of the product in a shard, so that a join which read older variants fails. The product itself is not
 * checked in a rush, because all joins would conflict on it.
 */
export async function followVariants(
  store: string,
  { id, variants_round, waiting_aside }: Product,
  part: number,
): Promise<Write[]> {
  if (variants_round === undefined || waiting_aside === undefined) return [];
  const key = keys.countInShard(store, id, part);
  const counted = await items.find<{ variants_round?: number }>(key, items.rawItem);
  if ((counted?.variants_round ?? 0) >= variants_round) return [];
  return [
    items.update(key, {
      set: { variants_round },
      added: { waiting: 0 },
      unchanged: { variants_round: counted?.variants_round },
    }),
  ];
}

/** The exact number of waiting shoppers, in one round trip, or two if this function has not yet seen that the product counts aside. Throws 404. */
export async function get(store: string, id: string): Promise<number> {
  const { product, shards } = items.orNotFound(await find(store, id));
  return sumOf(product, shards);
}

/** The number of waiting shoppers, of the product and its shards as they were read. */
export const sumOf = ({ waiting_count = 0, waiting_aside = 0 }: Product, shards: Counts['shards']): number =>
  waiting_count - waiting_aside + asideIn(shards);

const asideIn = (shards: Counts['shards']): number => shards.reduce((sum, shard) => sum + (shard?.waiting ?? 0), 0);

/** Adds the changes that were counted aside to the ranking of the product. May be repeated. */
export async function reconcile(store: string, id: string): Promise<Write[]> {
  const counts = await find(store, id);
  if (!counts) return [];
  const aside = asideIn(counts.shards);
  const { waiting_aside: ranked = 0 } = counts.product;
  if (aside === ranked) return [];
  return [
    items.update(keys.product(store, id), {
      set: { waiting_aside: aside },
      added: rankingBy(aside - ranked),
      unchanged: { waiting_aside: ranked },
    }),
  ];
}

/** Products that are known to count aside, which is permanent: a warm function reads their shards in parallel with the product. */
const open = new BoundedMap<string, true>(5000);

/** The counts of a shard. */
interface ShardCounts extends VariantCounts {
  waiting?: number;
}

/** A product, and the counts of each of its shards; no shards if it does not count aside. */
export interface Counts {
  product: Product;
  shards: readonly (ShardCounts | undefined)[];
}

/** The product with its counts; undefined if there is no such product. As many round trips as `get`. */
export async function find(store: string, id: string): Promise<Counts | undefined> {
  const { pk } = keys.product(store, id);
  const [product, shardsMeanwhile] = await Promise.all([
    products.find(store, id),
    open.has(pk) ? readShards(store, id) : undefined,
  ]);
  if (!product) return undefined;
  if (product.waiting_aside === undefined) return { product, shards: [] };
  open.set(pk, true);
  return { product, shards: shardsMeanwhile ?? (await readShards(store, id)) };
}

const readShards = (store: string, id: string): Promise<Counts['shards']> =>
  items.findMany<ShardCounts>(
    allParts.map((part) => keys.countInShard(store, id, part)),
    items.rawItem,
  );
