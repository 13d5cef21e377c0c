import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { dynamodb, storeTable } from './client.ts';

type Query = Omit<QueryCommandInput, 'TableName' | 'Limit' | 'ExclusiveStartKey'>;

interface Bounds {
  /** The largest number of items. */
  limit?: number | undefined;
  /** The key after which the query begins; it need not exist. */
  start?: Record<string, unknown> | undefined;
}

/** All items that a query finds, and their number. DynamoDB ends a page at 1 MB, so a query may take several pages. */
export async function queryAll<T>(query: Query, { limit, start }: Bounds = {}): Promise<{ items: T[]; count: number }> {
  const items: T[] = [];
  let count = 0;
  let next = start;
  do {
    const {
      Items = [],
      Count,
      LastEvaluatedKey,
    } = await dynamodb.send(
      new QueryCommand({
        TableName: storeTable(),
        ...query,
        ExclusiveStartKey: next,
        Limit: limit && limit - items.length,
      }),
    );
    items.push(...(Items as T[]));
    count += Count ?? 0;
    next = LastEvaluatedKey;
  } while (next && (limit === undefined || items.length < limit));
  return { items, count };
}
