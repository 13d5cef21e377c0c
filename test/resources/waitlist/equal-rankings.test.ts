/** Products with equal rankings: as many wait, and their ids begin the same. The index lists them in any order. */
// @module-tag long
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { partitionOf } from '../../../lib/resources/waitlist/ranking-records.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import { orderOfEquals } from '../../stage/engine/indexes.ts';
import { importProducts, join, list } from '../../support/world/waitlist.ts';
import { newProduct, newWorld, type World } from '../../support/world/world.ts';

/** In one partition of the ranking, as far as their ids decide. */
const products = Array.from({ length: 100 }, (_, index) =>
  newProduct({ id: `pro_beginsAlike${String(index).padStart(2, '0')}`, name: `tea ${index}` }),
)
  .filter(({ id }) => partitionOf('', id) === partitionOf('', 'pro_beginsAlike00'))
  .slice(0, 12);
const greatestFirst = products.map(({ id }) => id).toReversed();

let world: World;

beforeAll(async () => {
  world = await newWorld();
  await importProducts(world, ...products);
  await Promise.all(products.map((product) => join(world, product, 'ada@example.com')));
});

test.each([
  ['a list', {}],
  ['a search', { search: 'TEA' }],
])('pages of %s begin and end by their ids, in any order of the index', async (_, query) => {
  // Each size ends its queries elsewhere among the equals.
  for (let limit = 1; limit <= products.length; limit += 1) {
    const pages: string[][] = [];
    for (let more = true; more; ) {
      const { body } = await list(world, { ...query, limit, after: pages.at(-1)?.at(-1) ?? '' });
      pages.push(body.data.map(({ id }: { id: string }) => id));
      more = body.has_more;
    }

    expect(pages.flat()).toEqual(greatestFirst);
    expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
  }
});

/** The ids in the ranking, by queries of so many. */
async function queried(Limit: number): Promise<string[]> {
  const ids: string[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamodb.send(
      new QueryCommand({
        ...{ TableName: storeTable(), IndexName: 'ranking', Limit, ExclusiveStartKey },
        KeyConditionExpression: 'ranking_pk = :partition',
        ExpressionAttributeValues: { ':partition': partitionOf(world.store.id, 'pro_beginsAlike00') },
      }),
    );
    ids.push(...Items.map(({ id }) => id));
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return ids;
}

test('tests see them in an order that is not that of ids, and that no size of pages changes', async () => {
  const whole = await queried(100);

  for (const size of [1, 2, 5]) expect(await queried(size)).toEqual(whole);
  expect(whole.toSorted().toReversed()).toEqual(greatestFirst);
  expect(whole).not.toEqual(greatestFirst);
  expect(whole).not.toEqual(greatestFirst.toReversed());
});

test('the seed draws the order', () => {
  const places = products.map(({ id }) => ({ pk: { S: id }, sk: { S: 'PRODUCT' } }));
  const [first, again, other] = [1, 1, 2].map((seed) => places.toSorted(orderOfEquals(seed)));

  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});
