/** Every command that the project sends to DynamoDB, made of any item, and what DynamoDB answers to it. */
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { NativeAttributeValue } from '@aws-sdk/util-dynamodb';

export type Item = Record<string, NativeAttributeValue>;

const TableName = 'table';
const onFailure = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
const values = (item: Item) => ({ ExpressionAttributeValues: { ':item': item, ':n': 1 } });

export const commands = {
  BatchGetCommand: (Key: Item) =>
    new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [Key, { pk: 'x' }], ConsistentRead: true } } }),
  GetCommand: (Key: Item) => new GetCommand({ TableName, Key, ConsistentRead: true }),
  PutCommand: (item: Item) =>
    new PutCommand({ TableName, Item: item, ConditionExpression: 'pk <> :item', ...values(item), ...onFailure }),
  DeleteCommand: (Key: Item) => new DeleteCommand({ TableName, Key, ...onFailure }),
  QueryCommand: (item: Item) =>
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :item',
      ...values(item),
      FilterExpression: undefined,
      ExclusiveStartKey: item,
      Limit: 3,
      ScanIndexForward: false,
      Select: 'COUNT',
    }),
  ScanCommand: (item: Item) => new ScanCommand({ TableName, Limit: 3, ConsistentRead: true, ExclusiveStartKey: item }),
  UpdateCommand: (item: Item) =>
    new UpdateCommand({
      TableName,
      Key: item,
      UpdateExpression: 'ADD n :n',
      ExpressionAttributeNames: { '#n': 'n' },
      ...values(item),
      ReturnValues: 'UPDATED_NEW',
    }),
  TransactWriteCommand: (item: Item) =>
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName, Item: item, ...onFailure } },
        { Update: { TableName, Key: item, UpdateExpression: 'ADD n :n', ...values(item) } },
        { Delete: { TableName, Key: item } },
        { ConditionCheck: { TableName, Key: item, ConditionExpression: 'pk = :item', ...values(item) } },
      ],
      ReturnConsumedCapacity: 'TOTAL',
    }),
} as const;

export type Name = keyof typeof commands;

export const names = Object.keys(commands) as Name[];

const page = (attributes: object) => ({
  Items: [attributes, attributes, {}],
  Count: 3,
  ScannedCount: 12_345,
  LastEvaluatedKey: attributes,
});

const capacity = { TableName, CapacityUnits: 0.5, Table: { CapacityUnits: 0.5 } };

/** Outputs as they are on the wire; `attributes` is an item in the wire's form. */
export const outputs: Record<Name, (attributes: object) => object> = {
  BatchGetCommand: (attributes) => ({
    Responses: { table: [attributes, attributes] },
    UnprocessedKeys: { table: { Keys: [attributes], ConsistentRead: true } },
    ConsumedCapacity: [capacity],
  }),
  GetCommand: (attributes) => ({ Item: attributes, ConsumedCapacity: capacity }),
  PutCommand: (attributes) => ({ Attributes: attributes, ItemCollectionMetrics: { SizeEstimateRangeGB: [0, 1] } }),
  DeleteCommand: (attributes) => ({ Attributes: attributes }),
  QueryCommand: page,
  ScanCommand: page,
  UpdateCommand: (attributes) => ({ Attributes: attributes, ConsumedCapacity: capacity }),
  TransactWriteCommand: (attributes) => ({
    ConsumedCapacity: [capacity],
    ItemCollectionMetrics: { table: [{ ItemCollectionKey: attributes, SizeEstimateRangeGB: [0.5, 1.5] }] },
  }),
};

/** Attributes as they are on the wire: bytes as base64. */
export function onTheWire(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(onTheWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, onTheWire(one)]));
}
