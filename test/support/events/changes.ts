/** Everything that has happened to a table, by its stream. */
import { type AttributeValue, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '../../../lib/events/events-of.ts';
import { toTimestamp } from '../../../lib/runtime/clock.ts';

/** One item, from one image to the next. */
export interface Change {
  before: Item | undefined;
  after: Item | undefined;
  time: string;
}

const itemOf = (image: Record<string, AttributeValue> | undefined) => image && (unmarshall(image) as Item);

/** All changes, in their order. */
export async function changesOf(TableName: string): Promise<Change[]> {
  const tables = new DynamoDBClient({});
  const client = new DynamoDBStreamsClient({ endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB });
  const changes: Change[] = [];
  try {
    const { Table } = await tables.send(new DescribeTableCommand({ TableName }));
    const StreamArn = Table?.LatestStreamArn;
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
    for (const { ShardId } of StreamDescription?.Shards ?? []) {
      const from = new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' });
      let { ShardIterator } = await client.send(from);
      for (let isMore = true; isMore && ShardIterator; ) {
        const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator }));
        for (const { dynamodb: record } of Records) {
          const time = toTimestamp(record?.ApproximateCreationDateTime?.getTime() ?? 0);
          changes.push({ before: itemOf(record?.OldImage), after: itemOf(record?.NewImage), time });
        }
        isMore = Records.length > 0;
        ShardIterator = NextShardIterator;
      }
    }
  } finally {
    client.destroy();
    tables.destroy();
  }
  return changes;
}
