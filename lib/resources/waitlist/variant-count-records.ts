/** How many shoppers wait for each variant of a product, in attributes of the product and of its shards (`waiting-count-records.ts`). */

import type { MigrationRun, Write } from '../../table/items.ts';
import * as items from '../../table/items.ts';
import { keys } from '../../table/keys.ts';
import type { VariantCounts } from '../catalog/product-records.ts';
import * as products from '../catalog/product-records.ts';
import { type Counts, countOf, find, sumOf } from './waiting-count-records.ts';

/**
 * The number of shoppers who wait for each variant, from the product and its shards; variants that no shopper waits for may be missing.
 * Undefined if releases before 0.6.0 may have changed counts since they were last corrected.
 */
export function byVariant({ product, shards }: Counts): ReadonlyMap<string, number> | undefined {
  // No release has counted a shopper of this product.
  if (product.waiting_count === undefined) return new Map();
  if (!product.counted_by_variant) return undefined;
  const counted = allCountsOf({ product, shards });
  const counts = new Map<string, number>();
  for (const [variant, count] of counted) counts.set(variant, (counts.get(variant) ?? 0) + count);
  const all = counted.reduce((sum, [, count]) => sum + count, 0);
  return all === sumOf(product, shards) ? counts : undefined;
}

const allCountsOf = ({ product, shards }: Counts): [string, number][] =>
  [product, ...shards].flatMap((counts) => (counts ? variantCountsOf(counts) : []));

const variantCountsOf = (counts: VariantCounts): [string, number][] =>
  Object.entries(counts).flatMap(([name, count]): [string, number][] =>
    name.startsWith('waiting_prv_') && typeof count === 'number' ? [[name.slice('waiting_'.length), count]] : [],
  );

/**
 * Corrects the counts of variants to what was counted from all entries since the product and its shards were read. The commit requires that no
 * count has changed meanwhile. In the second run of the migration, also records that the counts are certain. No writes if nothing is missing.
 */
export function recount(
  store: string,
  { product, shards }: Counts,
  waiting: ReadonlyMap<string, { count: number }>,
  { isRepeat }: Pick<MigrationRun, 'isRepeat'>,
): Write[] {
  const aside = new Map<string, number>();
  for (const [id, count] of shards.flatMap((shard) => (shard ? variantCountsOf(shard) : [])))
    aside.set(id, (aside.get(id) ?? 0) + count);
  const onProduct = new Map(variantCountsOf(product));
  const wrong = [...new Set([...waiting.keys(), ...aside.keys(), ...onProduct.keys()])].flatMap((id) => {
    const count = (waiting.get(id)?.count ?? 0) - (aside.get(id) ?? 0);
    return count === (onProduct.get(id) ?? 0) ? [] : [[countOf(id), count]];
  });
  const certain = isRepeat && !product.counted_by_variant ? { counted_by_variant: true } : {};
  const set = { ...Object.fromEntries(wrong), ...certain };
  if (Object.keys(set).length === 0) return [];
  const { waiting_count, waiting_changes } = product;
  return [
    items.update(keys.product(store, product.id), {
      set,
      exists: true,
      unchanged: { waiting_count, waiting_changes },
    }),
    ...shards.map((shard, part) =>
      items.checkAttributes(keys.countInShard(store, product.id, part), {
        unchanged: { waiting: shard?.waiting, waiting_changes: shard?.waiting_changes },
      }),
    ),
  ];
}

/** Those of the variants that are counted, even if no shopper waits for them. */
export async function listCounted(store: string, product: string, variant_ids: readonly string[]): Promise<string[]> {
  const counts = await find(store, product);
  const counted = new Set((counts ? allCountsOf(counts) : []).map(([id]) => id));
  return variant_ids.filter((id) => counted.has(id));
}

/**
 * Removes the counts of a variant that the product no longer has: otherwise, its items would grow with each variant that it has ever had. The
 * commit requires that the variants and these counts are unchanged. No writes while a shopper waits for the variant.
 */
export async function forgetVariant(store: string, product_id: string, variant_id: string): Promise<Write[]> {
  const counts = await find(store, product_id);
  if (!counts || counts.product.variants.some(({ id }) => id === variant_id)) return [];
  const { product, shards } = counts;
  const name = countOf(variant_id);
  const [onProduct, ...inShards] = [product, ...shards].map((each) => each?.[name]);
  const counted = [onProduct, ...inShards].filter((count) => count !== undefined);
  if (counted.length === 0 || counted.reduce((sum, count) => sum + count, 0) !== 0) return [];
  const { variants_round } = product;
  const forgetting = { removed: [name], added: { waiting_changes: 1 } };
  return [
    onProduct === undefined
      ? products.checkVariants(store, product)
      : items.update(keys.product(store, product_id), {
          ...forgetting,
          unchanged: { [name]: onProduct, variants_round },
        }),
    ...inShards.flatMap((count, part) =>
      count === undefined
        ? []
        : [items.update(keys.countInShard(store, product_id, part), { ...forgetting, unchanged: { [name]: count } })],
    ),
  ];
}
