/**
 * The shoppers who wait for each variant of a product. Entries are sorted by the digest of the address, so this reads all waitlists of the
 * product, as `countEntries` does for one variant. In return, a join writes no count of its variant, which could be wrong.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, storeTable } from '../../table/client.ts';
import { keys } from '../../table/keys.ts';
import { allParts } from './waiting-count-records.ts';

/** The shoppers who wait for a variant. */
interface Waiting {
  count: number;
  /** When the one who has waited longest joined. */
  since: string;
}

/** By the variant; without variants that no shopper waits for. One round trip, and more if a shard of the waitlists is larger than 1 MB. */
export async function listByVariant(store: string, product: string): Promise<ReadonlyMap<string, Waiting>> {
  const waiting = new Map<string, Waiting>();
  await Promise.all(allParts.map((part) => readPart(store, product, part, waiting)));
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
      const { count, since } = waiting.get(variant_id) ?? { count: 0, since: joined_at };
      waiting.set(variant_id, { count: count + 1, since: joined_at < since ? joined_at : since });
    }
    next = LastEvaluatedKey;
  } while (next);
}
