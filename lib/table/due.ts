/** What a store has to see to by itself when its time comes, in an index of its own. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, storeTable } from './client.ts';
import { type DueKind, dueKeys, partitions } from './keys.ts';

/** The attributes that make an item due at a time. */
export const dueAt = (store: string, kind: DueKind, time: string, id: string) => ({
  due_pk: partitions.due(store, kind),
  due_sk: dueKeys.of(time, id),
});

/** An item that was read and is due no more must lose its place. */
export const neverDue = { due_pk: undefined, due_sk: undefined } as const;

/** Everything of a kind that is due by a time, the oldest first; `limit` at most where given. */
export async function listDue<T>(store: string, kind: DueKind, time: string, limit?: number): Promise<T[]> {
  const items: T[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        TableName: storeTable(),
        IndexName: 'due',
        KeyConditionExpression: 'due_pk = :partition AND due_sk < :end',
        ExpressionAttributeValues: { ':partition': partitions.due(store, kind), ':end': dueKeys.upTo(time) },
        ExclusiveStartKey: start,
        Limit: limit && limit - items.length,
      }),
    );
    items.push(...(Items as T[]));
    start = LastEvaluatedKey;
  } while (start && (limit === undefined || items.length < limit));
  return items;
}
