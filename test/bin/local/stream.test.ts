/** How the local server reads the store table's stream, shard by shard. */
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, onTestFinished, test, vi } from 'vitest';
import { followStream } from '../../../bin/local/events/stream.ts';

/** A stream with shards of changes, each of which is closed except the last. */
function streamOf(shards: Readonly<Record<string, readonly string[]>>) {
  const [tables, streams] = [mockClient(DynamoDBClient), mockClient(DynamoDBStreamsClient)];
  onTestFinished(() => {
    for (const mock of [tables, streams]) mock.restore();
  });
  tables.on(DescribeTableCommand).resolves({
    Table: { LatestStreamArn: 'stream', StreamSpecification: { StreamEnabled: true } },
  });
  const names = Object.keys(shards);
  // The next shard is there once the one before it was read.
  let known = 1;
  streams.on(DescribeStreamCommand).callsFake(() => ({
    StreamDescription: { Shards: names.slice(0, known).map((ShardId) => ({ ShardId })) },
  }));
  streams.on(GetShardIteratorCommand).callsFake(({ ShardId, SequenceNumber }) => ({
    ShardIterator: `${ShardId} ${(shards[ShardId] ?? []).indexOf(SequenceNumber) + 1}`,
  }));
  streams.on(GetRecordsCommand).callsFake(({ ShardIterator }) => {
    const [shard = '', from] = ShardIterator.split(' ');
    const all = shards[shard] ?? [];
    const isLast = shard === names.at(-1);
    if (!isLast) known = Math.max(known, names.indexOf(shard) + 2);
    return {
      Records: all.slice(from).map((SequenceNumber) => ({ dynamodb: { SequenceNumber } })),
      ...(isLast && { NextShardIterator: `${shard} ${all.length}` }),
    };
  });
  return streams;
}

test('changes of a closed shard and of the one after it come once each, and a look at what has not changed is one call', async () => {
  vi.stubEnv('STORE_TABLE', 'table');
  const streams = streamOf({ first: ['1', '2'], second: ['3'] });
  const looks = () => streams.commandCalls(GetRecordsCommand).length;
  const stop = new AbortController();
  const read: (string | undefined)[] = [];
  const following = followStream({ batchSize: 10, signal: stop.signal }, async ({ Records }) => {
    read.push(...Records.map(({ dynamodb }) => dynamodb?.SequenceNumber));
  });
  await expect.poll(() => read.length).toBeGreaterThan(2);
  await expect.poll(looks).toBeGreaterThan(4);
  const before = streams.calls().length - looks();
  const after = looks() + 3;
  await expect.poll(looks).toBeGreaterThanOrEqual(after);
  stop.abort();
  await following;

  expect(read).toEqual(['1', '2', '3']);
  expect(streams.calls().length - looks()).toBe(before);
});
