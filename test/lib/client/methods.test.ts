import { expect, test } from 'vitest';
import { routes } from '../../../lib/client/api.ts';
import { methods, uploads } from '../../../lib/client/methods.ts';
import { StoreCommerce } from '../../../lib/client/store-commerce.ts';
import { operations } from '../../../lib/resources/operations.ts';

const tables: Record<string, Record<string, { name: string }>>[] = [methods, uploads];
const called = tables.flatMap((table) => Object.values(table).flatMap((group) => Object.values(group)));

test('every operation of the contract is one method, or a step of one that uploads', () => {
  expect(called.map(({ name }) => name).toSorted()).toEqual(operations.map(({ name }) => name).toSorted());
});

test('the client has every method', () => {
  const shop = new StoreCommerce({ apiKey: 'sk_x', baseUrl: 'http://localhost' });
  for (const [group, operations] of Object.entries(methods)) {
    expect(shop).toHaveProperty(group);
    for (const method of Object.keys(operations)) expect(shop).toHaveProperty(`${group}.${method}`);
  }
});

test('what answers a list is iterated, and nothing else is', () => {
  const lists = Object.entries(routes).flatMap(([group, each]) =>
    Object.entries(each).flatMap(([method, { isList }]) => (isList ? [`${group}.${method}`] : [])),
  );

  expect(lists).toEqual([
    'customerAddresses.list',
    'giftOptions.list',
    'reviews.list',
    'giftCards.list',
    'giftCards.listTransactions',
    'waitlist.list',
  ]);
});
