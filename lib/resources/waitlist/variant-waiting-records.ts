/** The shoppers who wait for each variant of a product. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, storeTable } from '../../table/client.ts';
import { keys } from '../../table/keys.ts';
import type { Product } from '../catalog/product-records.ts';
import * as waitlist from './records.ts';
import * as waitingCount from './waiting-count-records.ts';

/** The shoppers who wait for a variant. */
interface Waiting {
  count: number;
  /** When the one who has waited longest joined; null while the index lags. */
  since: string | null;
}

/**
 * By the variant; variants that no shopper waits for may be missing. One round trip, or none if no shopper waits. Until the migration has counted the shoppers
 * of the product by variant, this reads all its entries.
 */
export async function listByVariant(store: string, product: Product): Promise<ReadonlyMap<string, Waiting>> {
  // Shoppers who are counted aside are known only after another read, so all variants are looked up with it.
  const onProduct = waitingCount.byVariant({ product, shards: [] });
  const isWaited = (id: string) => product.waiting_aside !== undefined || (onProduct?.get(id) ?? 0) > 0;
  const [shards, since] = await Promise.all([
    waitingCount.findShards(store, product),
    Promise.all(
      product.variants
        .filter(({ id }) => isWaited(id))
        .map(
          async ({ id: variant_id }): Promise<[string, string | null]> => [
            variant_id,
            await waitlist.findSince(store, { product_id: product.id, variant_id }),
          ],
        ),
    ),
  ]);
  const counts = waitingCount.byVariant({ product, shards });
  if (!counts) return countEntries(store, product.id);
  const sinceOf = new Map(since);
  return new Map(
    [...counts].flatMap(([id, count]) => (count > 0 ? [[id, { count, since: sinceOf.get(id) ?? null }]] : [])),
  );
}

/**
 * Counts the entries by variant, without variants that no shopper waits for. Entries are sorted by the digest of the address, so this reads
 * all of them.
 */
export async function countEntries(store: string, product: string): Promise<ReadonlyMap<string, Waiting>> {
  const waiting = new Map<string, Waiting>();
  await Promise.all(waitingCount.allParts.map((part) => readPart(store, product, part, waiting)));
  return waiting;
}

async function readPart(store: string, product: string, part: number, waiting: Map<string, Waiting>): Promise<void> {
  const { pk } = keys.countInShard(store, product, part);
  let next: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        TableName: storeTable(),
        KeyConditionExpression: 'pk = :pk',
        // The count of the shard and the traces of ended entries have no `joined_at`.
        FilterExpression: 'attribute_exists(joined_at)',
        ProjectionExpression: 'variant_id, joined_at',
        ExpressionAttributeValues: { ':pk': pk },
        ConsistentRead: true,
        ExclusiveStartKey: next,
      }),
    );
    for (const { variant_id, joined_at } of Items as { variant_id: string; joined_at: string }[]) {
      const { count, since } = waiting.get(variant_id) ?? { count: 0, since: null };
      waiting.set(variant_id, { count: count + 1, since: since !== null && since < joined_at ? since : joined_at });
    }
    next = LastEvaluatedKey;
  } while (next);
}
