/** What all of `npm test` must have reached. */
import { expect, test, vi } from 'vitest';
import { ownedKinds, unconditionalWrites } from '../support/aws/conditions.ts';
import { staleKinds, staleReads } from '../support/aws/consistent-reads.ts';
import { usableGrants } from '../support/aws/permissions.ts';
import { readsOutside } from '../support/aws/reads-outside.ts';
import { knownFields, unnoticedIn } from '../support/aws/request-fields.ts';
import { allRefusals, leftBehind } from '../support/run-artifacts.ts';

test('every grant of a function is used by some test', () => {
  const used = leftBehind('used grants');

  const unused = usableGrants().filter((grant) => !used.has(grant));
  expect(unused, 'test it, or take it from the `reach` of the function in lib/resources').toEqual([]);
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

test('every read that need not be the latest was made by some test', () => {
  const made = leftBehind('stale reads');

  expect(Object.keys(staleReads).filter((kind) => !made.has(kind))).toEqual([]);
});

test('a read that is not the latest is noticed, and one of an index is not', () => {
  const TableName = 'store';
  vi.stubEnv('STORE_TABLE', TableName);
  const ofOrder = {
    ...{ TableName, KeyConditionExpression: 'pk = :order' },
    ExpressionAttributeValues: { ':order': 'sto_1#ORDER#ord_1' },
  };
  const Keys = [{ pk: 'sto_1#ORDER#ord_1', sk: 'ORDER' }];

  expect(staleKinds('QueryCommand', ofOrder)).toEqual(['ORDER']);
  expect(staleKinds('QueryCommand', { ...ofOrder, ConsistentRead: true })).toEqual([]);
  expect(staleKinds('QueryCommand', { ...ofOrder, IndexName: 'feed' })).toEqual([]);
  expect(staleKinds('GetItemCommand', { TableName, Key: Keys[0] })).toEqual(['ORDER ORDER']);
  expect(staleKinds('ScanCommand', { TableName })).toEqual(['*']);
  expect(staleKinds('BatchGetItemCommand', { RequestItems: { [TableName]: { Keys } } })).toEqual(['ORDER ORDER']);
});

test('unread input of an engine is noticed, and so is missing input', () => {
  const faults = (Entry: object) =>
    unnoticedIn({ QueueUrl: 'url', Entries: [Entry] }, knownFields.SendMessageBatch, 'Send');

  expect(faults({ Id: '0', MessageGroupId: 'sto_1' })).toEqual([]);
  expect(faults({ Id: '0' })).toEqual([expect.stringContaining('Send.Entries.MessageGroupId is undefined')]);
  expect(faults({ MessageGroupId: 'sto_1', MessageDeduplicationId: '0' })).toEqual([
    expect.stringContaining('Send.Entries.MessageDeduplicationId is not read'),
  ]);
});

test('a new kind of item is noticed', () => {
  const Item = { pk: 'sto_1#CUSTOMER#cus_1', sk: 'NOTE#nte_1' };

  expect(ownedKinds('PutItemCommand', { Item })).toEqual(['NOTE']);
  expect(ownedKinds('TransactWriteItemsCommand', { TransactItems: [{ Delete: {} }, { Put: { Item } }] })).toEqual([
    'NOTE',
  ]);
  expect(ownedKinds('PutItemCommand', { Item: { ...Item, pk: 'sto_1#ORDERS#cus_1' } })).toEqual([]);
});
