/** How the local server reads the store table's stream, shard by shard. */
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  ExpiredIteratorException,
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
  let expired: string | undefined;
  streams.on(GetRecordsCommand).callsFake(({ ShardIterator }) => {
    if (ShardIterator === expired) {
      expired = undefined;
      throw new ExpiredIteratorException({ message: 'Expired', $metadata: {} });
    }
    const [shard = '', from] = ShardIterator.split(' ');
    const all = shards[shard] ?? [];
    const isLast = shard === names.at(-1);
    if (!isLast) known = Math.max(known, names.indexOf(shard) + 2);
    return {
      Records: all.slice(from).map((SequenceNumber) => ({ dynamodb: { SequenceNumber } })),
      ...(isLast && { NextShardIterator: `${shard} ${all.length}` }),
    };
  });
  const expire = (iterator: string) => {
    expired = iterator;
  };
  return { streams, expire };
}

let asked = 0;

/** Something may always have changed. */
const alwaysActive = (): number => {
  asked += 1;
  return asked;
};

/** Follows the stream, which stops with the test. Returns the changes that were read so far. */
function follow(activity = alwaysActive): readonly (string | undefined)[] {
  vi.stubEnv('STORE_TABLE', 'table');
  const stop = new AbortController();
  const read: (string | undefined)[] = [];
  const following = followStream({ batchSize: 10, activity, signal: stop.signal }, async ({ Records }) => {
    read.push(...Records.map(({ dynamodb }) => dynamodb?.SequenceNumber));
  });
  onTestFinished(() => {
    stop.abort();
    return following;
  });
  return read;
}

test('changes of a closed shard and of the one after it come once each, and a look at what has not changed is one call', async () => {
  const { streams } = streamOf({ first: ['1', '2'], second: ['3'] });
  const looks = () => streams.commandCalls(GetRecordsCommand).length;
  const read = follow();
  await expect.poll(() => read.length).toBeGreaterThan(2);
  await expect.poll(looks).toBeGreaterThan(4);
  const before = streams.calls().length - looks();
  const after = looks() + 3;
  await expect.poll(looks).toBeGreaterThanOrEqual(after);

  expect(read).toEqual(['1', '2', '3']);
  expect(streams.calls().length - looks()).toBe(before);
});

test('after an iterator has expired, changes go on behind the last one', async () => {
  const changes = ['1', '2'];
  const { streams, expire } = streamOf({ only: changes });
  const read = follow();
  await expect.poll(() => read.length).toBe(2);
  expire('only 2');
  await expect.poll(() => streams.commandCalls(DescribeStreamCommand).length).toBe(2);
  changes.push('3');
  await expect.poll(() => read.length).toBeGreaterThan(2);

  expect(read).toEqual(['1', '2', '3']);
});

test.each([
  ['soon where something may have happened', 1, [0, 1, 1, 2]],
  ['later where nothing has', 0, [0, 1, 1, 1, 1, 1, 1, 2]],
])('after a look that finds no change, the next one comes %s', async (_, more, expected) => {
  const { streams } = streamOf({ only: [] });
  let happened = 0;
  // It asks before each look and after each pause.
  const looksBefore: number[] = [];
  follow(() => {
    looksBefore.push(streams.commandCalls(GetRecordsCommand).length);
    happened += more;
    return happened;
  });
  await expect.poll(() => looksBefore.length).toBeGreaterThanOrEqual(expected.length);

  expect(looksBefore.slice(0, expected.length)).toEqual(expected);
});
