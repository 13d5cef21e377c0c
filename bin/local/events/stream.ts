/** Reads the store table's stream as an event source mapping does on AWS, and hands batches of changes to their function. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DescribeTableCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { AwsJson1_0Protocol } from '@aws-sdk/core/protocols';
import type { MetadataBearer } from '@smithy/types';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { requiredSetting } from '../../../lib/runtime/settings.ts';
import { storeTableDefinition } from '../../../lib/schema/tables.ts';
import { readIfThere, replacePrivateSync } from '../../command-line/private-file.ts';
import { millisecondsAhead } from '../clock.ts';

interface Following {
  batchSize: number;
  /** The file that keeps the position in each shard; without it all changes are published again. */
  placeFile?: string | undefined;
  /** A number that differs once there may be changes. */
  activity: () => number;
  signal: AbortSignal;
}

/** By shard, the sequence number of the last change that is done with. */
export type Places = Record<string, string>;

const pauseMilliseconds = 200;

/** The longest time without a look: processes of which this one knows nothing change the tables too. */
const longestPauseMilliseconds = 1000;

/** Follows the stream until the signal is aborted. Rejects if a batch fails; its changes come again on the next call. */
export async function followStream(
  { batchSize, placeFile, activity, signal }: Following,
  run: (event: DynamoDBStreamEvent) => Promise<unknown>,
): Promise<void> {
  const places = readPlaces(placeFile);
  const take = async ({ shard, records }: Batch) => {
    const [failed] = failuresIn(await run({ Records: records }));
    const done = failed === undefined ? records : records.slice(0, indexOf(records, failed));
    const last = done.at(-1)?.dynamodb?.SequenceNumber;
    if (last !== undefined) {
      places[shard] = last;
      if (placeFile !== undefined) replacePrivateSync(placeFile, JSON.stringify(places));
    }
    if (failed !== undefined) throw new Error(`The change ${failed} was not published`);
  };
  await withStreams(async (client) => {
    const stream = await streamArn(requiredSetting('STORE_TABLE'));
    let shards = newShards();
    const look = async (): Promise<number> => {
      let read = 0;
      for await (const batch of batchesIn({ client, stream, batchSize, places, shards })) {
        await take(batch);
        read += batch.records.length;
        if (signal.aborted) break;
      }
      return read;
    };
    // A machine that slept for a quarter of an hour goes on from its places.
    const reopen = (error: unknown): number => {
      if (!(error instanceof ExpiredIteratorException)) throw error;
      shards = newShards();
      return 0;
    };
    while (!signal.aborted) {
      const before = activity();
      const read = await look().catch(reopen);
      if (read === 0) await rest(() => activity() !== before, signal);
    }
  });
}

/** Waits for the short pause, and where nothing may have changed, for the longest. */
async function rest(mayHaveChanged: () => boolean, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < longestPauseMilliseconds && !signal.aborted; waited += pauseMilliseconds) {
    await sleep(pauseMilliseconds, undefined, { signal }).catch(() => undefined);
    if (mayHaveChanged()) return;
  }
}

/** All changes of a table since `places`, which it moves behind them. They are as Lambda hands them over, each shard in its order. */
export const recordsOf = (table: string, places: Places = {}): Promise<DynamoDBRecord[]> =>
  withStreams(async (client) => {
    const stream = await streamArn(table);
    const all: DynamoDBRecord[] = [];
    for await (const { shard, records } of batchesIn({ client, stream, batchSize: 1000, places })) {
      all.push(...records);
      const last = records.at(-1)?.dynamodb?.SequenceNumber;
      if (last !== undefined) places[shard] = last;
    }
    return all;
  });

/** Takes records as they come, as Lambda does: the SDK would walk through each attribute. */
class PlainRecords extends AwsJson1_0Protocol {
  override async deserializeResponse<Output extends MetadataBearer>(
    ...[operation, context, response]: Parameters<AwsJson1_0Protocol['deserializeResponse']>
  ): Promise<Output> {
    if (operation.name !== 'GetRecords' || response.statusCode !== 200)
      return super.deserializeResponse(operation, context, response);
    const page = JSON.parse(context.utf8Encoder(await context.streamCollector(response.body)));
    for (const { dynamodb } of page.Records ?? [])
      dynamodb.ApproximateCreationDateTime = new Date(dynamodb.ApproximateCreationDateTime * 1000);
    return { ...page, $metadata: {} };
  }
}

async function withStreams<T>(work: (client: DynamoDBStreamsClient) => Promise<T>): Promise<T> {
  const client = new DynamoDBStreamsClient({
    endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB,
    protocol: PlainRecords,
  });
  // It copies each answer, to log it; this client logs nothing.
  client.middlewareStack.remove('loggerMiddleware');
  try {
    return await work(client);
  } finally {
    client.destroy();
  }
}

interface Shards {
  /** Where the next page of each begins; undefined if it is closed and was read to its end. */
  iterators: Map<string, string | undefined>;
  /** False if there may be others. */
  areAll: boolean;
}

const newShards = (): Shards => ({ iterators: new Map(), areAll: false });

interface Reading {
  client: DynamoDBStreamsClient;
  stream: string;
  batchSize: number;
  /** Where new shards are read from. */
  places: Places;
  shards?: Shards;
}

interface Batch {
  shard: string;
  records: DynamoDBRecord[];
}

/** What there is in each shard since the last look, or since its place. A look at an open shard that has not changed is one call. */
async function* batchesIn({ shards = newShards(), ...reading }: Reading): AsyncGenerator<Batch> {
  if (!shards.areAll) await openShards(reading, shards);
  for (const shard of shards.iterators.keys()) yield* batchesOf(shard, reading, shards);
}

async function* batchesOf(
  shard: string,
  { client, stream, batchSize }: Omit<Reading, 'shards'>,
  shards: Shards,
): AsyncGenerator<Batch> {
  for (let ShardIterator = shards.iterators.get(shard); ShardIterator; ) {
    const page = await client.send(new GetRecordsCommand({ ShardIterator, Limit: batchSize }));
    const records = page.Records ?? [];
    if (records.length > 0) yield { shard, records: records.map((record) => recordOf(record, stream)) };
    shards.iterators.set(shard, page.NextShardIterator);
    // Others follow a closed shard.
    if (!page.NextShardIterator) shards.areAll = false;
    ShardIterator = records.length > 0 ? page.NextShardIterator : undefined;
  }
}

async function openShards({ client, stream, places }: Omit<Reading, 'shards'>, shards: Shards): Promise<void> {
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: stream }));
  const added = (StreamDescription?.Shards ?? []).filter(({ ShardId = '' }) => !shards.iterators.has(ShardId));
  for (const { ShardId: shard = '' } of added) {
    const place = places[shard];
    const from = place
      ? ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: place } as const)
      : ({ ShardIteratorType: 'TRIM_HORIZON' } as const);
    const start = new GetShardIteratorCommand({ StreamArn: stream, ShardId: shard, ...from });
    shards.iterators.set(shard, (await client.send(start)).ShardIterator);
  }
  shards.areAll = added.length > 0;
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

const indexOf = (records: readonly DynamoDBRecord[], sequenceNumber: string): number =>
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

/** What a function of an event source reports as failed: the identifiers of messages or changes. */
export function failuresIn(result: unknown): Set<string> {
  const { batchItemFailures = [] } = (result ?? {}) as { batchItemFailures?: { itemIdentifier: string }[] };
  return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
}

function readPlaces(file: string | undefined): Places {
  const kept = file && readIfThere(file);
  return kept ? (JSON.parse(kept) as Places) : {};
}
