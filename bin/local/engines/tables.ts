import {
  type AttributeDefinition,
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  type Projection,
  ResourceInUseException,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { requestTableDefinition, storeTableDefinition, type TableIndex } from '../../../lib/schema/tables.ts';

interface Names {
  store: string;
  requests: string;
}

/** Creates the tables and the indexes that do not exist yet, as the contract's data describes them; `stream` gives the store table its stream. */
export async function createTables(
  names: Names,
  { stream = false, client }: { stream?: boolean | undefined; client?: DynamoDBClient } = {},
): Promise<void> {
  const sender = client ?? new DynamoDBClient({});
  try {
    await Promise.all(
      [storeTable(names.store, stream), requestTable(names.requests)].map((table) => create(sender, table)),
    );
  } finally {
    if (!client) sender.destroy();
  }
}

async function create(client: DynamoDBClient, table: CreateTableCommandInput): Promise<void> {
  let isThere = false;
  try {
    const { TableDescription } = await client.send(new CreateTableCommand(table));
    // The embedded engine is done already.
    if (TableDescription?.TableStatus === 'ACTIVE') return;
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
    isThere = true;
  }
  await untilActive(client, table);
  if (isThere) await addIndexes(client, table);
}

const untilActive = (client: DynamoDBClient, { TableName }: CreateTableCommandInput) =>
  waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName });

/** Adds what a table lacks that an older release has made: one index at a time, as DynamoDB takes them. */
async function addIndexes(client: DynamoDBClient, table: CreateTableCommandInput): Promise<void> {
  const { TableName, AttributeDefinitions, GlobalSecondaryIndexes = [] } = table;
  if (GlobalSecondaryIndexes.length === 0) return;
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const existing = new Set(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName));
  for (const { IndexName, KeySchema, Projection } of GlobalSecondaryIndexes) {
    if (existing.has(IndexName)) continue;
    const Create = { IndexName, KeySchema, Projection };
    await client.send(
      new UpdateTableCommand({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create }] }),
    );
    await untilActive(client, table);
  }
}

const attribute = (AttributeName: string, AttributeType: 'S' | 'N' = 'S'): AttributeDefinition => ({
  AttributeName,
  AttributeType,
});

const keySchema = (partitionKey: string, sortKey: string) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];

function storeTable(TableName: string, stream: boolean): CreateTableCommandInput {
  const { partitionKey, sortKey, indexes } = storeTableDefinition;
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      attribute(partitionKey),
      attribute(sortKey),
      ...indexes.flatMap((index) => [attribute(index.partitionKey), attribute(index.sortKey.name, index.sortKey.type)]),
    ],
    KeySchema: keySchema(partitionKey, sortKey),
    GlobalSecondaryIndexes: indexes.map((index: TableIndex) => ({
      IndexName: index.name,
      KeySchema: keySchema(index.partitionKey, index.sortKey.name),
      Projection: projected(index),
    })),
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: storeTableDefinition.stream } }),
  };
}

function projected({ projection }: TableIndex): Projection {
  if (projection === undefined) return { ProjectionType: 'ALL' };
  if (projection === 'keys') return { ProjectionType: 'KEYS_ONLY' };
  return { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projection] };
}

const requestTable = (TableName: string): CreateTableCommandInput => ({
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [attribute(requestTableDefinition.partitionKey)],
  KeySchema: [{ AttributeName: requestTableDefinition.partitionKey, KeyType: 'HASH' }],
});
