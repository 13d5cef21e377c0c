/** Items that were stored before a field came are read with its declared default: everything answers as it does of new ones. */
import { PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { absentOfProduct, absentOfSite, importedProduct, importedSite } from '../../lib/resources/catalog/fields.ts';
import { absentOfCustomer, importedCustomer } from '../../lib/resources/customers/fields.ts';
import { absentOfLine, absentOfOrder, order, orderLine } from '../../lib/resources/orders/fields.ts';
import { absentOfKey, apiKey } from '../../lib/resources/stores/fields.ts';
import { tableOf } from '../../lib/schema/field.ts';
import { dynamodb, storeTable } from '../../lib/table/client.ts';
import { onCall } from '../support/aws/on-call.ts';
import { useOwnTables } from '../support/aws/own-tables.ts';
import { call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { scenarios } from '../support/scenarios/all.ts';
import { invocationScenarios } from '../support/scenarios/invocations.ts';
import { newWorld, type World } from '../support/world/world.ts';

useOwnTables('suite');

type Item = Record<string, unknown>;

/** What is taken out of what is read of the store table, and which attributes were read that are null. */
const reading = { without: undefined as string | undefined, nulls: new Set<string>() };

/** Every endpoint reads its API key: these stand for all of them. */
const readingKeys = new Set(['list-api-keys', 'revoke-api-key', 'get-review']);

let readsKeys = false;

const age = (item: Item): Item => {
  if ('hash' in item && !readsKeys) return item;
  for (const [name, value] of Object.entries(item)) if (value === null) reading.nulls.add(name);
  return Object.fromEntries(Object.entries(item).filter(([name, value]) => value !== null || name !== reading.without));
};

const end = onCall(dynamodb, async (_, next) => {
  const output = await next();
  const { Items, Responses }: { Items?: Item[]; Responses?: Record<string, Item[]> } = output;
  const aged = Object.entries(Responses ?? {}).map(([table, items]) => [table, items.map(age)]);
  return {
    ...output,
    ...(Items && { Items: Items.map(age) }),
    ...(Responses && { Responses: Object.fromEntries(aged) }),
  };
});
afterAll(end);

/** Takes every attribute that is null out of a store's items, as they were before nullable fields came. Answers with their number. */
async function ageAll(store: string): Promise<number> {
  let aged = 0;
  for await (const { Items = [] } of paginateScan({ client: dynamodb as never }, { TableName: storeTable() })) {
    for (const item of Items.filter(({ pk }) => String(pk).includes(store))) {
      const Item = Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
      if (Object.keys(Item).length === Object.keys(item).length) continue;
      await dynamodb.send(new PutCommand({ TableName: storeTable(), Item }));
      aged += 1;
    }
  }
  return aged;
}

interface Case {
  name: string;
  isRead: boolean;
  /** Makes what a request needs, and gives what sends it: whether it succeeded. */
  prepare(world: World): Promise<() => Promise<boolean>>;
}

const cases: readonly Case[] = [
  ...scenarios.map(({ operation, prepare }) => ({
    name: operation.name,
    isRead: operation.method === 'GET',
    prepare: async (world: World) => {
      const given = await prepare(world);
      return async () => (await call(operation, { ...given, key: world.write })).status === operation.success.status;
    },
  })),
  ...invocationScenarios.map(({ invocable, prepare }) => ({
    name: invocable.name,
    isRead: invocable.readOnly === true,
    prepare: async (world: World) => {
      const payload = await prepare(world);
      return async () => !('errorType' in Object(await invoke(invocable, payload)));
    },
  })),
];

let aged = 0;
const alone: string[] = [];

describe('of items that lack their nullable fields', () => {
  test.each(cases)('$name answers as ever', async ({ prepare }) => {
    const world = await newWorld();
    const send = await prepare(world);
    aged += await ageAll(world.store.id);

    expect(await send()).toBe(true);
  });

  test.each(cases)('$name answers as ever where one of them is missing alone', async ({ name, isRead, prepare }) => {
    const failed: string[] = [];
    const send = await prepare(await newWorld());
    reading.nulls.clear();
    readsKeys = readingKeys.has(name);
    await send();
    for (const field of [...reading.nulls]) {
      const again = isRead ? send : await prepare(await newWorld());
      reading.without = field;
      if (!(await again())) failed.push(field);
      reading.without = undefined;
      alone.push(`${name} ${field}`);
    }

    expect(failed).toEqual([]);
  });

  test('many there are', () => {
    expect(aged).toBeGreaterThan(100);
    expect(alone.length).toBeGreaterThan(100);
  });
});

test.each<[string, z.core.$ZodType, object]>([
  ['an order', order, absentOfOrder],
  ['a line of an order', orderLine, absentOfLine],
  ['an API key', apiKey, absentOfKey],
  ['a site', importedSite, absentOfSite],
  ['a product', importedProduct, absentOfProduct],
  ['a customer', importedCustomer, absentOfCustomer],
])('what %s is read with is what its table declares', (_, schema, absent) => {
  expect(tableOf(schema)?.absent).toEqual(absent);
});
