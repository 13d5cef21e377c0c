/** The chain of the function that the table's stream invokes with batches of changes. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { toTimestamp } from '../runtime/clock.ts';
import { logWithMetrics, millisecondsSince } from '../runtime/metrics.ts';
import type { Key } from '../table/keys.ts';

/** An item, as it was and as it is; undefined where it was not there, or is no more. */
export interface Change {
  before: Key | undefined;
  after: Key | undefined;
  /** When it was committed, `YYYY-MM-DDThh:mm:ssZ`. */
  time: string;
  /** Which life of the table this is: a stream has the time at which it began in its name. */
  epoch: string;
}

/**
 * A function of the stream: `work` is given the changes in their order, and answers how many of them are done with. From the
 * first that is not, all come again.
 */
export function streamFunction(operation: string, work: (changes: readonly Change[]) => Promise<number>) {
  return async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const startedAt = performance.now();
    const done = await work(Records.map(changeOf));
    const left = Records[done]?.dynamodb?.SequenceNumber;
    const figures = { changes: Records.length, server_errors: Number(left !== undefined) };
    logWithMetrics('batch', { operation }, { milliseconds: millisecondsSince(startedAt), ...figures });
    return { batchItemFailures: left === undefined ? [] : [{ itemIdentifier: left }] };
  };
}

const changeOf = ({ dynamodb = {}, eventSourceARN = '' }: DynamoDBRecord): Change => ({
  before: imageOf(dynamodb.OldImage),
  after: imageOf(dynamodb.NewImage),
  time: toTimestamp((dynamodb.ApproximateCreationDateTime ?? 0) * 1000),
  epoch: eventSourceARN.split('/stream/')[1] ?? '',
});

/** Lambda types numbers and bytes of an image as the SDK does, by another name. */
const imageOf = (image: unknown): Key | undefined =>
  image === undefined ? undefined : (unmarshall(image as Record<string, AttributeValue>) as Key & object);
