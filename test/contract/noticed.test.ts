/** What the checks of every test notice: a result that is not as declared, and a write without a condition. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { deleteCustomer } from '../../lib/resources/customers/functions.ts';
import { createDownload } from '../../lib/resources/digital-files/functions.ts';
import { createStore } from '../../lib/resources/stores/functions.ts';
import { restockVariant } from '../../lib/resources/waitlist/functions.ts';
import { kindOf, unconditionalKinds } from '../support/aws/conditions.ts';
import { invoke, undeclared } from '../support/invoke.ts';

const result = { product_id: 'pro_1', variant_id: 'prv_1', notifying: 3 };

describe('a result', () => {
  test('as declared has no fault', () => {
    expect(undeclared(restockVariant, result)).toEqual([]);
  });

  test.each([
    ['a field too many', { ...result, restock_id: 'one' }],
    ['a field too few', { product_id: 'pro_1', variant_id: 'prv_1' }],
    ['a field of another type', { ...result, notifying: '3' }],
    ['a number with a fraction', { ...result, notifying: 1.5 }],
    ['the id of something else', { ...result, variant_id: 'pro_1' }],
    ['null for a field', { ...result, product_id: null }],
  ])('with %s is noticed', (_, answer) => {
    expect(undeclared(restockVariant, answer)).toHaveLength(1);
  });

  test('with a time in another format is noticed', () => {
    const link = { url: 'https://example.com/file', file_name: 'manual.pdf', file_size: 10 };
    expect(undeclared(createDownload, { ...link, expires_at: '2026-01-01T00:00:00Z' })).toEqual([]);
    expect(undeclared(createDownload, { ...link, expires_at: '2026-01-01T00:00:00.000Z' })).toHaveLength(1);
  });
});

test('a refusal that a function does not declare is noticed', () => {
  const refused = (errorType: string) => ({ errorType, errorMessage: 'No' });
  expect(undeclared(restockVariant, refused('DUPLICATE'))).toEqual([]);
  expect(undeclared(restockVariant, refused('MISSING_FIELD'))).toEqual([]);
  expect(undeclared(restockVariant, refused('FORBIDDEN'))).toEqual(['refusal FORBIDDEN']);
  expect(undeclared(deleteCustomer, refused('DUPLICATE'))).toEqual(['refusal DUPLICATE']);
});

test('the caller of a function gets its fault', async () => {
  const otherwise = { ...createStore, result: z.object({ ...createStore.result.shape, currency: z.int() }) };
  await expect(invoke(otherwise, { name: 'Teapots', currency: 'EUR' })).rejects.toThrow(
    'Not as declared: create-store: data/currency must be integer',
  );
});

const key = { pk: 'sto_1#GIFTCARD#gcd_1', sk: 'GIFTCARD' };

test('a write without a condition is noticed, single and among others', () => {
  const sound = { Put: { Item: key, ConditionExpression: 'attribute_not_exists(pk)' } };

  expect(unconditionalKinds('PutItemCommand', { Item: key })).toEqual(['GIFTCARD GIFTCARD']);
  expect(unconditionalKinds('DeleteItemCommand', { Key: key, ConditionExpression: 'a = b' })).toEqual([]);
  expect(unconditionalKinds('TransactWriteItemsCommand', { TransactItems: [sound, { Update: { Key: key } }] })).toEqual(
    ['GIFTCARD GIFTCARD'],
  );
  expect(unconditionalKinds('GetItemCommand', { Key: key })).toEqual([]);
});

test('the key of an item shows its kind, with any ids', () => {
  expect(kindOf({ pk: 'sto_1#RATE#abc#60#99#0' })).toBe('RATE');
  expect(kindOf({ pk: 'sto_1#RESTOCK#BIG SALE', sk: 'BATCH#b1' })).toBe('RESTOCK BATCH');
});
