/**
 * Removes shoppers who wait for a variant that its product no longer has, over any number of shoppers (decisions,
 * "Restock waitlist").
 */

import type { Attempt, Commit, Decision } from '../once/unit-of-work.ts';
import { queueWork, type WaitlistWork } from '../queue/send.ts';
import * as products from '../resources/catalog/product-records.ts';
import * as waitlist from '../resources/waitlist/records.ts';
import * as variantCounts from '../resources/waitlist/variant-count-records.ts';
import { allParts, counterFor, followVariants } from '../resources/waitlist/waiting-count-records.ts';
import * as batches from '../runtime/batches.ts';
import { chunksOf } from '../runtime/collections.ts';
import { reconciling } from './reconcile-count.ts';

type Drop = Extract<WaitlistWork, { work: 'drop' }>;

/**
 * Removes the entries of dropped variants. First updates every part: then a join that read the old variants fails, and
 * all earlier entries are found. If a variant comes back meanwhile, its remaining shoppers stay. At the end, removes the counts of the variants.
 */
export async function dropWaitlists(commit: Commit, drop: Drop): Promise<void> {
  const { store_id, product_id, variant_ids } = drop;
  const { size } = batches.droppedVariants;
  if (variant_ids.length > size) {
    return queueWork(chunksOf(variant_ids, size).map((portion) => ({ ...drop, variant_ids: portion })));
  }
  await Promise.all(allParts.map((part) => commit({ decide: () => decideToFollow(drop, part) })));
  for (const variant_id of variant_ids) {
    for (const part of await partsWaiting(store_id, { product_id, variant_id })) {
      for (let isLeft = true; isLeft; ) {
        isLeft = await commit({
          decide: (attempt) => decideOnBatch({ store_id, product_id, variant_id, part }, attempt),
        });
      }
    }
  }
  await forgetCounts(commit, drop);
}

/** Removes the counts of the variants. Most dropped variants have none, so one decision finds those that have. */
async function forgetCounts(commit: Commit, { store_id, product_id, variant_ids }: Drop): Promise<void> {
  const counted = await commit({
    decide: async () => ({
      writes: [],
      reply: await variantCounts.listCounted(store_id, product_id, variant_ids),
    }),
  });
  for (const variant_id of counted) {
    await commit({
      decide: async () => ({
        writes: await variantCounts.forgetVariant(store_id, product_id, variant_id),
        reply: undefined,
      }),
    });
  }
}

async function decideToFollow({ store_id, product_id }: Drop, part: number): Promise<Decision<undefined>> {
  const product = await products.get(store_id, product_id);
  return { writes: await followVariants(store_id, product, part), reply: undefined };
}

/**
 * Parts in which someone waits for a variant; in one round trip, since most dropped variants have no waiting shoppers.
 */
async function partsWaiting(store: string, variant: { product_id: string; variant_id: string }): Promise<number[]> {
  const first = await Promise.all(
    allParts.map((part) => waitlist.list(store, variant, { part, after: undefined, limit: 1 })),
  );
  return allParts.filter((part) => first[part]?.length);
}

interface Waiting {
  store_id: string;
  product_id: string;
  variant_id: string;
  part: number;
}

/** The reply is true if more entries may be left. */
async function decideOnBatch(waiting: Waiting, { attempt, now }: Attempt): Promise<Decision<boolean>> {
  const { store_id: store, product_id, variant_id, part } = waiting;
  const { size: limit } = batches.waitlistEntries;
  const [product, entries] = await Promise.all([
    products.get(store, product_id),
    waitlist.list(store, waiting, { part, after: undefined, limit }),
  ]);
  const isBack = product.variants.some(({ id }) => id === variant_id);
  if (isBack || entries.length === 0) return { writes: [], reply: false };

  const place = counterFor(store, product, attempt);
  return {
    ...reconciling(store, product_id, place),
    writes: waitlist.dropAll(store, product, entries, { part, variant_id, place, now }),
    reply: entries.length === limit,
  };
}
