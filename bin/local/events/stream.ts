/** Reads the store table's stream as an event source mapping does on AWS, and hands batches of changes to their function. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { storeTableDefinition } from '../../../lib/contract/kinds/tables.ts';
import { requiredSetting } from '../../../lib/runtime/settings.ts';
import { millisecondsAhead } from '../clock.ts';
import { failuresIn } from './failures.ts';

interface Following {
  batchSize: number;
  /** The file that keeps how far each shard has been told; without one all is told again. */
  placeFile?: string | undefined;
  signal: AbortSignal;
}

/** By shard, the sequence number of the last change that is done with. */
type Places = Record<string, string>;

const pauseMilliseconds = 200;

/** Follows the stream until the signal is aborted. Rejects where a batch fails, whose changes come again when it is called again. */
export async function followStream(
  { batchSize, placeFile, signal }: Following,
  run: (event: DynamoDBStreamEvent) => Promise<unknown>,
): Promise<void> {
  const client = new DynamoDBStreamsClient({ endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB });
  const places = readPlaces(placeFile);
  try {
    const StreamArn = await streamArn(requiredSetting('STORE_TABLE'));
    while (!signal.aborted) {
      const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
      let read = 0;
      for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
        read += await followShard({ client, StreamArn, ShardId, batchSize, signal }, places, async (records) => {
          const [failed] = failuresIn(await run({ Records: records.map((record) => recordOf(record, StreamArn)) }));
          const done = failed === undefined ? records : records.slice(0, indexOf(records, failed));
          const last = done.at(-1)?.dynamodb?.SequenceNumber;
          if (last !== undefined) {
            places[ShardId] = last;
            keepPlaces(placeFile, places);
          }
          if (failed !== undefined) throw new Error(`The change ${failed} was not told`);
        });
      }
      if (read === 0) await sleep(pauseMilliseconds, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    client.destroy();
  }
}

interface Shard {
  client: DynamoDBStreamsClient;
  StreamArn: string;
  ShardId: string;
  batchSize: number;
  signal: AbortSignal;
}

/** Hands on what a shard has since its place; answers how many changes that were. */
async function followShard(
  { client, StreamArn, ShardId, batchSize, signal }: Shard,
  places: Places,
  take: (records: StreamRecord[]) => Promise<void>,
): Promise<number> {
  const place = places[ShardId];
  const from = place
    ? ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: place } as const)
    : ({ ShardIteratorType: 'TRIM_HORIZON' } as const);
  let { ShardIterator } = await client.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...from }));
  let read = 0;
  while (ShardIterator && !signal.aborted) {
    const page = await client.send(new GetRecordsCommand({ ShardIterator, Limit: batchSize }));
    const records = page.Records ?? [];
    if (records.length === 0) return read;
    await take(records);
    read += records.length;
    ShardIterator = page.NextShardIterator;
  }
  return read;
}

/** The stream of a table; one that was made without gets it now. */
async function streamArn(TableName: string): Promise<string> {
  const client = new DynamoDBClient({});
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if (Table?.LatestStreamArn && Table.StreamSpecification?.StreamEnabled) return Table.LatestStreamArn;
    const StreamSpecification = { StreamEnabled: true, StreamViewType: storeTableDefinition.stream };
    const { TableDescription } = await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
    if (!TableDescription?.LatestStreamArn) throw new Error(`The table ${TableName} has no stream`);
    return TableDescription.LatestStreamArn;
  } finally {
    client.destroy();
  }
}

const indexOf = (records: readonly StreamRecord[], sequenceNumber: string): number =>
  Math.max(
    0,
    records.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === sequenceNumber),
  );

/** As Lambda hands it over: times in seconds, and by the server's clock instead of the engine's. */
const recordOf = ({ dynamodb, eventName, eventID }: StreamRecord, eventSourceARN: string): DynamoDBRecord => ({
  eventID,
  eventName: eventName as DynamoDBRecord['eventName'],
  eventSource: 'aws:dynamodb',
  eventSourceARN,
  dynamodb: {
    ...(dynamodb as DynamoDBRecord['dynamodb']),
    ApproximateCreationDateTime: ((dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) + millisecondsAhead()) / 1000,
  },
});

function readPlaces(file: string | undefined): Places {
  if (file === undefined) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Places;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

/** In one step, so that a process that dies in between leaves the last place. */
function keepPlaces(file: string | undefined, places: Places): void {
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.next`, JSON.stringify(places));
  renameSync(`${file}.next`, file);
}
