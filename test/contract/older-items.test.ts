/** Items that were stored before a field came are read with its declared default: everything answers as it does of new ones. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { storeTable } from '../../lib/table/client.ts';
import { useOwnTables } from '../support/aws/own-tables.ts';
import { call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { scenarios } from '../support/scenarios/all.ts';
import { invocationScenarios } from '../support/scenarios/invocations.ts';
import { newWorld } from '../support/world/world.ts';

useOwnTables('suite');

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}), {
  marshallOptions: { removeUndefinedValues: true },
});

/** Takes every attribute that is null out of a store's items, as they were before nullable fields came. Answers with their number. */
async function age(store: string): Promise<number> {
  let aged = 0;
  for await (const { Items = [] } of paginateScan({ client }, { TableName: storeTable() })) {
    for (const item of Items.filter(({ pk }) => String(pk).includes(store))) {
      const Item = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
      if (Object.keys(Item).length === Object.keys(item).length) continue;
      await client.send(new PutCommand({ TableName: storeTable(), Item }));
      aged += 1;
    }
  }
  return aged;
}

let aged = 0;

describe('of items that lack their nullable fields', () => {
  test.each(scenarios)('$operation.name answers as ever', async ({ operation, prepare }) => {
    const world = await newWorld();
    const given = await prepare(world);
    aged += await age(world.store.id);

    expect((await call(operation, { ...given, key: world.write })).status).toBe(operation.success.status);
  });

  test.each(invocationScenarios)('$invocable.name answers as ever', async ({ invocable, prepare }) => {
    const world = await newWorld();
    const payload = await prepare(world);
    aged += await age(world.store.id);

    expect(await invoke(invocable, payload)).not.toHaveProperty('errorType');
  });

  test('many there are', () => {
    expect(aged).toBeGreaterThan(100);
  });
});
