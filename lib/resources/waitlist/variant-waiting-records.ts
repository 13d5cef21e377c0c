/** The shoppers who wait for each variant of a product. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { waitedVariants } from '../../runtime/batches.ts';
import { sideBySide } from '../../runtime/collections.ts';
import { dynamodb, storeTable } from '../../table/client.ts';
import { keys } from '../../table/keys.ts';
import * as waitlist from './records.ts';
import { byVariant } from './variant-count-records.ts';
import type { Counts } from './waiting-count-records.ts';
import * as waitingCount from './waiting-count-records.ts';

/** The shoppers who wait for a variant. */
interface Waiting {
  count: number;
  /** When the one who has waited longest joined; null while the index lags. */
  since: string | null;
}

/**
 * By the variant; variants that no shopper waits for may be missing. No round trip if no shopper waits, and one for each 25 variants that shoppers
 * wait for. Until the second run of the migration has counted the shoppers of the product by variant, this reads all its entries.
 */
export async function listByVariant(store: string, counted: Counts): Promise<ReadonlyMap<string, Waiting>> {
  const { product } = counted;
  const counts = byVariant(counted);
  if (!counts) return countEntries(store, product.id);
  const waiting = new Map<string, Waiting>();
  const waited = product.variants.filter(({ id }) => (counts.get(id) ?? 0) > 0);
  await sideBySide(waited, waitedVariants.size, async ({ id }) => {
    const since = await waitlist.findSince(store, { product_id: product.id, variant_id: id });
    waiting.set(id, { count: counts.get(id) ?? 0, since });
  });
  return waiting;
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
      waiting.set(variant_id, { count: count + 1, since: since === null || joined_at < since ? joined_at : since });
    }
    next = LastEvaluatedKey;
  } while (next);
}
