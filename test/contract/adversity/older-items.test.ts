/** Items that were stored before a field came are read with its declared default: everything answers as it does of new ones. `test/system/older-attributes.test.ts` asks the same of each attribute. */
import { PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { absentOfProduct, absentOfSite, importedProduct, importedSite } from '../../../lib/resources/catalog/fields.ts';
import { absentOfCustomer, importedCustomer } from '../../../lib/resources/customers/fields.ts';
import { absentOfLine, absentOfOrder, order, orderLine } from '../../../lib/resources/orders/fields.ts';
import { absentOfKey, apiKey } from '../../../lib/resources/stores/fields.ts';
import { tableOf } from '../../../lib/schema/field.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import { cases } from '../../requests/all.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { newWorld } from '../../support/world/world.ts';

isolateTables('test');

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

let aged = 0;

describe('of items that lack their nullable fields', () => {
  test.each(cases)('$name answers as before', async ({ prepare }) => {
    const world = await newWorld();
    const send = await prepare(world);
    aged += await ageAll(world.store.id);

    expect(await send()).toBe(true);
  });

  test('many there are', () => {
    expect(aged).toBeGreaterThan(100);
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
