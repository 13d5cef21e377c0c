/**
 * Lists fed by an index, newest first. An index partition holds one kind of one state, sorted by id, so that a page costs
 * the same however much the store has. A list of several states reads their partitions side by side and merges them.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { storeTableDefinition } from '../contract/kinds/tables.ts';
import { dynamodb, storeTable } from './client.ts';
import type { Stored } from './items.ts';
import type { Page } from './pages.ts';

type IndexName = (typeof storeTableDefinition.indexes)[number]['name'];

/** Up to `limit` items of the partitions of an index, the greatest id first. */
export async function listFeeds<T extends { id: string }>(
  index: IndexName,
  partitions: readonly string[],
  page: Page,
): Promise<Stored<T>[]> {
  const feeds = await Promise.all(partitions.map((partition) => listFeed<T>(index, partition, page)));
  const newestFirst = feeds.flat().toSorted(byIdThenVersion);
  // What changed its state between two of the queries came up in both: the later state counts.
  return newestFirst.filter(({ id }, place) => id !== newestFirst[place - 1]?.id).slice(0, page.limit);
}

type Versioned = Stored<{ id: string }>;

const byIdThenVersion = (a: Versioned, b: Versioned): number =>
  a.id === b.id ? b.version - a.version : a.id < b.id ? 1 : -1;

async function listFeed<T>(index: IndexName, partition: string, { after, limit }: Page): Promise<Stored<T>[]> {
  const definition = storeTableDefinition.indexes.find(({ name }) => name === index);
  const items: Stored<T>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        TableName: storeTable(),
        IndexName: index,
        KeyConditionExpression: after === undefined ? '#pk = :pk' : '#pk = :pk AND #sk < :after',
        ExpressionAttributeNames: {
          '#pk': definition?.partitionKey ?? '',
          ...(after === undefined ? {} : { '#sk': definition?.sortKey.name ?? '' }),
        },
        ExpressionAttributeValues: { ':pk': partition, ...(after === undefined ? {} : { ':after': after }) },
        ExclusiveStartKey: start,
        Limit: limit - items.length,
        ScanIndexForward: false,
      }),
    );
    items.push(...(Items as Stored<T>[]));
    // DynamoDB ends a page at 1 MB, which a hundred of the longest reviews exceed.
    start = LastEvaluatedKey;
  } while (start && items.length < limit);
  return items;
}
