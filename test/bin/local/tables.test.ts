import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { createTables } from '../../../bin/local/engines/tables.ts';
import { storeTableDefinition } from '../../../lib/schema/tables.ts';
import { requestTable, storeTable } from '../../../lib/table/client.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { newReview, onPage } from '../../support/world/reviews.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';

isolateTables('test');

const client = new DynamoDBClient({});

async function indexes(): Promise<string[]> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: storeTable() }));
  return (Table?.GlobalSecondaryIndexes ?? []).map(({ IndexName = '' }) => IndexName).toSorted();
}

test('a table of an older release gets the indexes that it lacks, with what is stored in it', async () => {
  const world = await newWorld();
  const review = await newReview(world, world.customers[0], world.products[0], { rating: 5 });
  const all = storeTableDefinition.indexes.map(({ name }) => name).toSorted();
  await without('stars_feed');
  await without('product_feed');
  expect(await indexes()).toHaveLength(all.length - 2);

  await createTables({ store: storeTable(), requests: requestTable() });

  expect(await indexes()).toEqual(all);
  const { data } = await succeeded(onPage(world, { rating: 5 }));
  expect(data.map(({ id }) => id)).toEqual([review.id]);
});

const without = (IndexName: string) =>
  client.send(
    new UpdateTableCommand({ TableName: storeTable(), GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] }),
  );
