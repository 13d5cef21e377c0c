/** The chain of the function that the table's stream invokes with batches of changes. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { describeError, log } from '../runtime/log.ts';
import { logWithMetrics, millisecondsSince } from '../runtime/metrics.ts';
import { toTimestamp } from '../schema/times.ts';
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

/** What came of some changes. */
interface Worked {
  /** How many are done with, those before the first that is not. */
  done: number;
  /** Why that one is not. */
  cause?: unknown;
}

/**
 * A function of the stream: `work` is given the changes in their order. From the first that it is not done with, all come
 * again. Throws where it is done with none: Lambda then counts an error, and halves the batch until one change stands alone that fails.
 */
export function streamFunction(operation: string, work: (changes: readonly Change[]) => Promise<Worked>) {
  return async ({ Records }: DynamoDBStreamEvent, context?: Context): Promise<DynamoDBBatchResponse> => {
    const startedAt = performance.now();
    const request_id = context?.awsRequestId;
    const { done, cause } = await workedOn(Records, work);
    const left = Records[done]?.dynamodb?.SequenceNumber;
    if (left !== undefined) {
      log('error', 'change failed', { operation, request_id, sequence_number: left, error: describeError(cause) });
    }
    const figures = { changes: Records.length, server_errors: Number(left !== undefined) };
    logWithMetrics('batch', { operation, request_id }, { milliseconds: millisecondsSince(startedAt), ...figures });
    if (left !== undefined && done === 0) throw cause;
    return { batchItemFailures: left === undefined ? [] : [{ itemIdentifier: left }] };
  };
}

/** What throws is done with none of the changes. */
async function workedOn(
  records: readonly DynamoDBRecord[],
  work: (changes: readonly Change[]) => Promise<Worked>,
): Promise<Worked> {
  try {
    return await work(records.map(changeOf));
  } catch (cause) {
    return { done: 0, cause };
  }
}

/** The change that a record tells of. */
export const changeOf = ({ dynamodb = {}, eventSourceARN = '' }: DynamoDBRecord): Change => ({
  before: imageOf(dynamodb.OldImage),
  after: imageOf(dynamodb.NewImage),
  time: toTimestamp((dynamodb.ApproximateCreationDateTime ?? 0) * 1000),
  epoch: eventSourceARN.split('/stream/')[1] ?? '',
});

/** Lambda types numbers and bytes of an image as the SDK does, by another name. */
const imageOf = (image: unknown): Key | undefined =>
  image === undefined ? undefined : (unmarshall(image as Record<string, AttributeValue>) as Key & object);
