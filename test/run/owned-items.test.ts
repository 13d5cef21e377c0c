/** Whatever a customer owns is in their export, or the export says why not. */
import { expect, test } from 'vitest';
import { shownOf } from '../../lib/work/export-customer.ts';
import { ownedKinds } from '../support/aws/conditions.ts';
import { leftBehind } from '../support/left-behind.ts';

test('a noun whose items lie with their customer is a part of export-customer', () => {
  expect([...leftBehind('owned items')].filter((kind) => !Object.hasOwn(shownOf, kind))).toEqual([]);
});

test('an item of a new noun is noticed', () => {
  const Item = { pk: 'sto_1#CUSTOMER#cus_1', sk: 'NOTE#nte_1' };

  expect(ownedKinds('PutItemCommand', { Item })).toEqual(['NOTE']);
  expect(ownedKinds('TransactWriteItemsCommand', { TransactItems: [{ Delete: {} }, { Put: { Item } }] })).toEqual([
    'NOTE',
  ]);
  expect(ownedKinds('PutItemCommand', { Item: { ...Item, pk: 'sto_1#ORDERS#cus_1' } })).toEqual([]);
});
