/** Changes items without the service: to what an earlier release stored, or to what a loss leaves. */
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import type { Key } from '../../../lib/table/keys.ts';

export const putItem = (item: Key) => dynamodb.send(new PutCommand({ TableName: storeTable(), Item: { ...item } }));

export const deleteItem = ({ pk, sk }: Key) =>
  dynamodb.send(new DeleteCommand({ TableName: storeTable(), Key: { pk, sk } }));

/** Changes an item by an update expression, with its values and names. */
export const changeItem = (
  { pk, sk }: Key,
  UpdateExpression: string,
  ExpressionAttributeValues?: Readonly<Record<string, unknown>>,
  ExpressionAttributeNames?: Readonly<Record<string, string>>,
) =>
  dynamodb.send(
    new UpdateCommand({
      ...{ TableName: storeTable(), Key: { pk, sk }, UpdateExpression },
      ...{ ExpressionAttributeValues, ExpressionAttributeNames },
    }),
  );
