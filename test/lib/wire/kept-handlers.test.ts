/** What is kept of one command must not show in another. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../../lib/runtime/ids.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';

const keyOf = (name: string) => ({ pk: `${newId('store')}#${name}`, sk: 'ITEM' });

const put = (item: object, more: object = {}) =>
  dynamodb.send(new PutCommand({ TableName: storeTable(), Item: { ...item }, ...more }));

const get = async (Key: object) =>
  (await dynamodb.send(new GetCommand({ TableName: storeTable(), Key: { ...Key }, ConsistentRead: true }))).Item;

test('commands of one kind at once have each their own input and answer', async () => {
  const items = Array.from({ length: 20 }, (_, number) => ({ ...keyOf('many'), number, list: [number, { number }] }));

  await Promise.all(items.map((item) => put(item)));

  expect(await Promise.all(items.map(({ pk, sk }) => get({ pk, sk })))).toEqual(items);
});

test('what one has failed with the next does not', async () => {
  const key = keyOf('once');
  const once = { ConditionExpression: 'attribute_not_exists(pk)', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
  await put({ ...key, by: 'the first' }, once);

  await expect(put({ ...key, by: 'the second' }, once)).rejects.toThrow(ConditionalCheckFailedException);
  await put({ ...key, by: 'the third' });

  expect(await get(key)).toMatchObject({ by: 'the third' });
});

test('middleware that comes or goes counts from the next command on', async () => {
  const key = keyOf('watched');
  await put(key);
  const seen: unknown[] = [];
  const watch = (next: (args: object) => unknown) => (args: object) => {
    seen.push(args);
    return next(args);
  };
  const stop = () => dynamodb.middlewareStack.remove('resolved-handlers-test');
  onTestFinished(() => void stop());

  dynamodb.middlewareStack.add(watch as never, { step: 'initialize', name: 'resolved-handlers-test' });
  await get(key);
  await get(key);
  expect(seen).toHaveLength(2);

  stop();
  await get(key);
  expect(seen).toHaveLength(2);
});
