/** What all of `npm test` must have reached. */
import { expect, test } from 'vitest';
import { shownOf } from '../../lib/work/export-customer.ts';
import { ownedKinds, unconditionalWrites } from '../support/aws/conditions.ts';
import { usableGrants } from '../support/aws/permissions.ts';
import { readsOutside } from '../support/aws/reads-outside.ts';
import { allRefusals, leftBehind } from '../support/run-artifacts.ts';

test('every grant of a function is used by some test', () => {
  const used = leftBehind('used grants');

  expect(usableGrants().filter((grant) => !used.has(grant))).toEqual([]);
});

test('every kind of write that `unconditionalWrites` lists is made by some test', () => {
  const written = [...leftBehind('unconditional writes')];

  expect(Object.keys(unconditionalWrites).filter((kind) => !written.some((each) => each.startsWith(kind)))).toEqual([]);
});

test('every refusal of a rule, a record and a piece of work is reached by some test', () => {
  const reached = leftBehind('refusals reached');

  expect(allRefusals().length).toBeGreaterThan(40);
  expect(allRefusals().filter((refusal) => !reached.has(refusal))).toEqual([]);
});

test('every read that is allowed outside of decisions was made by some test', () => {
  const made = leftBehind('reads outside');

  expect(Object.keys(readsOutside).filter((read) => !made.has(read))).toEqual([]);
});

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
