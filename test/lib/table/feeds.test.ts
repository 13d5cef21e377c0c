/** Pages of lists with items spread over partitions: right for any spread. */
import { expect, test } from 'vitest';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import { chunksOf } from '../../../lib/runtime/collections.ts';
import { listFeeds } from '../../../lib/table/feeds.ts';
import * as items from '../../../lib/table/items.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { withUsualBatches } from '../../support/batches.ts';

isolateTables('test');

const feed = Array.from({ length: 8 }, (_, part) => `sto_1#THINGS#${part}`);
const idOf = (n: number): string => `thg_${String(n).padStart(4, '0')}`;
const newestFirst = Array.from({ length: 400 }, (_, n) => idOf(399 - n));

async function keep(partOf: (n: number) => number): Promise<void> {
  const things = Array.from({ length: 400 }, (_, n) => ({ id: idOf(n), feed_pk: feed[partOf(n)], feed_sk: idOf(n) }));
  for (const portion of chunksOf(things, 100)) {
    await commitUnitOfWork(writing(portion.map((thing) => items.create({ pk: thing.id, sk: 'THING' }, thing))));
  }
}

test.each<[string, (n: number) => number]>([
  ['evenly', (n) => n % 8],
  ['all in one partition', () => 3],
  ['in one partition after the other', (n) => Math.floor(n / 50)],
  ['the newest in one partition', (n) => (n >= 300 ? 5 : n % 8)],
])('a page is the same by every limit: %s', async (_, partOf) => {
  await keep(partOf);
  for (const limit of [1, 2, 11, 41, 101, 400]) {
    for (const after of [undefined, idOf(350), idOf(120)]) {
      const begin = after === undefined ? 0 : newestFirst.indexOf(after) + 1;
      const page = await listFeeds<{ id: string }>('feed', [feed], { after, limit }, items.rawItem);
      expect(page.map(({ id }) => id).join(), `${limit} after ${after}`).toBe(
        newestFirst.slice(begin, begin + limit).join(),
      );
    }
  }
});

test('a page of things that are spread evenly takes one round trip, and reads little beyond its share', async () => {
  withUsualBatches();
  await keep((n) => n % 8);
  const { calls } = await watch(() => listFeeds('feed', [feed], { limit: 11 }, items.rawItem));

  expect(calls).toHaveLength(8);
});
