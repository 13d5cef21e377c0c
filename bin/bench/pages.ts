/** What the measurements of lists share: stores filled past the endpoints, and pages read through them. */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, storeTable } from '../../lib/store/client.ts';
import { watch } from '../../test/support/aws-calls.ts';

export interface PageCost {
  filter: string;
  roundTrips: number;
  readUnits: number;
}

/** What a page costs in a warm function. */
export async function costOf(filter: string, page: () => Promise<{ status: number }>): Promise<PageCost> {
  const { status } = await page();
  if (status !== 200) throw new Error(`The page under ${filter} answered ${status}`);
  const { calls, roundTrips } = await watch(page);
  // The rate limit's count is the one write.
  const reads = calls.filter(({ command }) => !command.startsWith('Update'));
  return { filter, roundTrips, readUnits: reads.reduce((sum, { capacity }) => sum + capacity, 0) };
}

/** Items that one request writes, and requests under way at once. */
const itemsAtOnce = 25;
const requestsAtOnce = 8;

/** Puts entities as they are to be found, in no order; they are made while others are written, and none is kept. */
export async function putAll(items: Iterable<object>): Promise<void> {
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
