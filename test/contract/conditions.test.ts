import { expect, test } from 'vitest';
import { kindOf, unconditionalKinds } from '../support/aws/conditions.ts';

const key = { pk: 'sto_1#GIFTCARD#gcd_1', sk: 'GIFTCARD' };

test('a write without a condition is noticed, alone and among others', () => {
  const sound = { Put: { Item: key, ConditionExpression: 'attribute_not_exists(pk)' } };

  expect(unconditionalKinds('PutItemCommand', { Item: key })).toEqual(['GIFTCARD GIFTCARD']);
  expect(unconditionalKinds('DeleteItemCommand', { Key: key, ConditionExpression: 'a = b' })).toEqual([]);
  expect(unconditionalKinds('TransactWriteItemsCommand', { TransactItems: [sound, { Update: { Key: key } }] })).toEqual(
    ['GIFTCARD GIFTCARD'],
  );
  expect(unconditionalKinds('GetItemCommand', { Key: key })).toEqual([]);
});

test('the kind of an item is told by its key, whatever its ids', () => {
  expect(kindOf({ pk: 'sto_1#RATE#abc#60#99#0' })).toBe('RATE');
  expect(kindOf({ pk: 'sto_1#RESTOCK#BIG SALE', sk: 'BATCH#b1' })).toBe('RESTOCK BATCH');
});
