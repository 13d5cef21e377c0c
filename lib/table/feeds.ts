/**
 * Lists fed by an index, newest first. An index partition holds items of one kind and one state, sorted by id, so that a page costs
 * the same for a store of any size. A list reads its partitions side by side and merges them.
 */
import { spareOfFeed } from '../runtime/batches.ts';
import { storeTableDefinition } from '../schema/tables.ts';
import type { Reader, Stored } from './items.ts';
import { queryAll } from './query.ts';
import type { Page } from './reads.ts';

type Index = (typeof storeTableDefinition.indexes)[number];

/** The name of an index that the last release lacks. */
type NewIndexName = Extract<Index, { isNew: true }>['name'];

type IndexName = Exclude<Index['name'], NewIndexName>;

/** Partitions of an index, grouped by state: the items of each state are spread evenly over its partitions, by a digest. */
type Feeds = readonly (readonly string[])[];

/** Up to `limit` items of the partitions of an index, the greatest id first. One round trip; seldom two. */
export const listFeeds = <T extends { id: string }>(
  index: IndexName,
  feeds: Feeds,
  page: Page,
  read: Reader<T>,
): Promise<Stored<T>[]> => listAnyFeeds(index, feeds, page, read);

/** Like `listFeeds`, but for an index that AWS may still be building. Until it is built, the list is the result of `otherwise`. */
export const listNewFeeds = <T extends { id: string }>(
  index: NewIndexName,
  feeds: Feeds,
  { otherwise, ...page }: Page & { otherwise(): Promise<Stored<T>[]> },
  read: Reader<T>,
): Promise<Stored<T>[]> =>
  listAnyFeeds(index, feeds, page, read).catch((error: unknown) => {
    if (isUnreadable(error)) return otherwise();
    throw error;
  });

/** Whether DynamoDB refuses a query because its index is still being built or does not exist. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'ValidationException' &&
  /backfilling global secondary index|does not have the specified index/i.test(error.message);

async function listAnyFeeds<T extends { id: string }>(
  index: Index['name'],
  feeds: Feeds,
  { after, limit }: Page,
  read: Reader<T>,
): Promise<Stored<T>[]> {
  const shares = await Promise.all(
    feeds.flatMap((partitions) =>
      partitions.map(async (partition) => {
        const size = shareOf(limit, partitions.length);
        const items = await listFeedOf<T>(index, partition, { after, limit: size });
        return { partition, items, isFull: items.length === size };
      }),
    ),
  );
  const listed = newest(
    shares.flatMap(({ items }) => items),
    limit,
  );
  const least = (listed.length === limit && listed.at(-1)?.id) || '';
  // If the last item read from a full share sorts above the page's last item, its partition may have more items for the page.
  const rest = await Promise.all(
    shares.map(({ partition, items, isFull }) => {
      const last = items.at(-1)?.id ?? '';
      const left = limit - items.length;
      return isFull && left > 0 && last > least ? listFeedOf<T>(index, partition, { after: last, limit: left }) : [];
    }),
  );
  return newest([...listed, ...rest.flat()], limit).map((item) => read(item) as Stored<T>);
}

/** How many items are first read from each partition: the page seldom needs more, as items are spread evenly. */
function shareOf(limit: number, partitions: number): number {
  const mean = limit / partitions;
  return partitions === 1 ? limit : Math.min(limit, Math.ceil(mean + spareOfFeed.size * Math.sqrt(mean)));
}

/** An item that changed its state between two of the queries is in both results: the later state counts. */
function newest<T extends { id: string }>(items: readonly Stored<T>[], limit: number): Stored<T>[] {
  const newestFirst = items.toSorted(byIdThenVersion);
  return newestFirst.filter(({ id }, place) => id !== newestFirst[place - 1]?.id).slice(0, limit);
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
