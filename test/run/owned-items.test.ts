/** No kind of item in a customer's partition is missing from their export by accident. */
import { expect, test } from 'vitest';
import { shownOf } from '../../lib/work/export-customer.ts';
import { ownedKinds } from '../support/aws/conditions.ts';
import { leftBehind } from '../support/left-behind.ts';

test('export-customer knows every kind of item that a customer owns', () => {
  expect([...leftBehind('owned items')].filter((kind) => !Object.hasOwn(shownOf, kind))).toEqual([]);
});

test('a new kind of item is noticed', () => {
  const Item = { pk: 'sto_1#CUSTOMER#cus_1', sk: 'NOTE#nte_1' };

  expect(ownedKinds('PutItemCommand', { Item })).toEqual(['NOTE']);
  expect(ownedKinds('TransactWriteItemsCommand', { TransactItems: [{ Delete: {} }, { Put: { Item } }] })).toEqual([
    'NOTE',
  ]);
  expect(ownedKinds('PutItemCommand', { Item: { ...Item, pk: 'sto_1#ORDERS#cus_1' } })).toEqual([]);
});
