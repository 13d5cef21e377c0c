/** How the pages of a list cost as its store grows: filled past the endpoints, read through them. */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import { watch } from '../../support/aws/aws-calls.ts';

/** Reads one page. */
type Page = () => Promise<{ status: number }>;

/** A new store that can be filled with one kind of items, and the pages to read in it. */
export interface GrowingStore {
  /** The entities of the item of this number. */
  itemsOf(number: number): Iterable<object>;
  /** The pages by what they are filtered by, in the store as it is now. */
  pages(): Promise<Record<string, Page>>;
}

export interface PageCost {
  /** How many items the store has. */
  items: number;
  filter: string;
  /** Sequential round trips in a warm function. */
  roundTrips: number;
  readUnits: number;
  /** Median, with the engine on loopback. */
  milliseconds: number;
}

interface Measuring {
  /** Called with each size before the store is filled to it. */
  progress?: (items: number) => void;
  /** How often each page is read for its time; odd. */
  repetitions?: number;
}

/** Fills the store to each of the sizes in turn, and reads every page at each. */
export async function measureGrowth(
  store: GrowingStore,
  sizes: readonly number[],
  { progress, repetitions = 9 }: Measuring = {},
): Promise<PageCost[]> {
  const costs: PageCost[] = [];
  let filled = 0;
  for (const items of sizes) {
    progress?.(items);
    await putAll(itemsBetween(store, filled, items));
    filled = items;
    for (const [filter, page] of Object.entries(await store.pages())) {
      costs.push({ items, filter, ...(await costOf(filter, page, repetitions)) });
    }
  }
  return costs;
}

function* itemsBetween(store: GrowingStore, from: number, to: number): Generator<object> {
  for (let number = from; number < to; number += 1) yield* store.itemsOf(number);
}

async function costOf(filter: string, page: Page, repetitions: number): Promise<Omit<PageCost, 'items' | 'filter'>> {
  const { status } = await page();
  if (status !== 200) throw new Error(`The page under ${filter} answered ${status}`);
  const { calls, roundTrips } = await watch(page);
  // The rate limit's count is the one write.
  const reads = calls.filter(({ command }) => !command.startsWith('Update'));
  const readUnits = reads.reduce((sum, { capacity }) => sum + capacity, 0);
  const times: number[] = [];
  for (let count = 0; count < repetitions; count += 1) {
    const startedAt = performance.now();
    await page();
    times.push(performance.now() - startedAt);
  }
  return { roundTrips, readUnits, milliseconds: times.toSorted((a, b) => a - b)[(repetitions - 1) / 2] ?? Number.NaN };
}

/** Items that one request writes, and requests in progress at once. */
const itemsAtOnce = 25;
const requestsAtOnce = 8;

/** Puts entities as they are to be found, in no order; they are made while others are written, and none is kept. */
async function putAll(items: Iterable<object>): Promise<void> {
  const remaining = items[Symbol.iterator]();
  const take = () =>
    Array.from({ length: itemsAtOnce }, () => remaining.next()).flatMap(({ done, value }) => (done ? [] : [value]));
  const writer = async () => {
    for (let portion = take(); portion.length > 0; portion = take()) await put(portion);
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, writer));
}

const put = (items: readonly object[]) =>
  dynamodb.send(
    new BatchWriteCommand({
      RequestItems: { [storeTable()]: items.map((Item) => ({ PutRequest: { Item: { ...Item } } })) },
    }),
  );
