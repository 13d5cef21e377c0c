/**
 * Lists fed by an index, newest first. An index partition holds one kind of one state, sorted by id, so that a page costs
 * the same however much the store has. A list of several states reads their partitions side by side and merges them.
 */
import { storeTableDefinition } from '../schema/tables.ts';
import type { Reader, Stored } from './items.ts';
import { queryAll } from './query.ts';
import type { Page } from './reads.ts';

type Index = (typeof storeTableDefinition.indexes)[number];

/** Of an index that the last release lacks. */
type NewIndexName = Extract<Index, { isNew: true }>['name'];

type IndexName = Exclude<Index['name'], NewIndexName>;

/** Up to `limit` items of the partitions of an index, the greatest id first. */
export const listFeeds = <T extends { id: string }>(
  index: IndexName,
  partitions: readonly string[],
  page: Page,
  read: Reader<T>,
): Promise<Stored<T>[]> => listAnyFeeds(index, partitions, page, read);

/** The same of an index that AWS may still build, or not have begun to. Meanwhile the list is what `otherwise` gives. */
export const listNewFeeds = <T extends { id: string }>(
  index: NewIndexName,
  partitions: readonly string[],
  { otherwise, ...page }: Page & { otherwise(): Promise<Stored<T>[]> },
  read: Reader<T>,
): Promise<Stored<T>[]> =>
  listAnyFeeds(index, partitions, page, read).catch((error: unknown) => {
    if (isUnreadable(error)) return otherwise();
    throw error;
  });

/** Whether DynamoDB refuses a query since its index is being built, or is not there. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'ValidationException' &&
  /backfilling global secondary index|does not have the specified index/i.test(error.message);

async function listAnyFeeds<T extends { id: string }>(
  index: Index['name'],
  partitions: readonly string[],
  page: Page,
  read: Reader<T>,
): Promise<Stored<T>[]> {
  const feeds = await Promise.all(partitions.map((partition) => listFeedOf<T>(index, partition, page)));
  const newestFirst = feeds.flat().toSorted(byIdThenVersion);
  // What changed its state between two of the queries came up in both: the later state counts.
  const listed = newestFirst.filter(({ id }, place) => id !== newestFirst[place - 1]?.id).slice(0, page.limit);
  return listed.map((item) => read(item) as Stored<T>);
}

type Versioned = Stored<{ id: string }>;

const byIdThenVersion = (a: Versioned, b: Versioned): number =>
  a.id === b.id ? b.version - a.version : a.id < b.id ? 1 : -1;

/** Up to `limit` items of one partition of an index, the greatest id first unless they are wanted `oldestFirst`. */
export async function listFeedOf<T>(
  index: Index['name'],
  partition: string,
  { after, limit, oldestFirst = false }: Page & { oldestFirst?: boolean },
): Promise<Stored<T>[]> {
  const { partitionKey = '', sortKey } = storeTableDefinition.indexes.find(({ name }) => name === index) ?? {};
  const onPage = after === undefined ? undefined : `#sk ${oldestFirst ? '>' : '<'} :after`;
  const { items } = await queryAll<Stored<T>>(
    {
      IndexName: index,
      KeyConditionExpression: ['#pk = :pk', onPage].filter(Boolean).join(' AND '),
      ExpressionAttributeNames: { '#pk': partitionKey, ...(onPage && sortKey ? { '#sk': sortKey.name } : {}) },
      ExpressionAttributeValues: { ':pk': partition, ...(onPage ? { ':after': after } : {}) },
      ScanIndexForward: oldestFirst,
    },
    { limit },
  );
  return items;
}
