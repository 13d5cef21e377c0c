/** The chains of the functions that queues, schedules and the table's stream invoke. */

import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type {
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSBatchResponse,
  SQSEvent,
  SQSRecord,
} from 'aws-lambda';
import { type Commit, commitUnitOfWork, inTime } from '../once/unit-of-work.ts';
import { OutOfTime, type TimeLeft, timestampNow } from '../runtime/clock.ts';
import { lanesOf } from '../runtime/collections.ts';
import { describeError, log, logWithMetrics, millisecondsSince } from '../runtime/log.ts';
import { limits } from '../schema/limits.ts';
import { toTimestamp } from '../schema/times.ts';
import type { ItemChange } from '../table/item-change.ts';
import type { Key } from '../table/keys.ts';

/** The argument of a message's handler. */
interface Delivery<Message> {
  message: Message;
  /** The current time, `YYYY-MM-DDThh:mm:ssZ`. */
  now: string;
  commit: Commit;
  /** Whether the queue does not deliver the message again if it fails. */
  isLast: boolean;
}

/** Thrown if a message arrives too soon: it is delivered again and does not count as failed. */
export class TooSoon extends Error {
  override readonly name = 'TooSoon';
}

interface QueueFunction<Message> {
  /**
   * Queues a message again. With this function, the work on a message may take any number of commits: when time runs short, the next commit
   * is refused, and the message is queued again for the remaining work. Without it, the work never stops between two commits.
   */
  queueAgain?(message: Message): Promise<unknown>;
  /**
   * The receiver that the work on a message calls. Up to ten messages call a receiver at once. A message that waits too long is queued
   * again.
   */
  laneOf?(message: Message): string;
}

const inLaneAtOnce = 10;

/** No work starts in a lane later than this many milliseconds after the batch started: it would delay the batch for too long. */
const laneOpenFor = 20_000;

/**
 * A message fails if it is still in progress this many milliseconds before its function is killed; finished messages are not
 * repeated.
 */
const reserveMilliseconds = 3000;

/**
 * A queue function: it processes its messages, which are JSON, in parallel. A message that fails or arrives too soon
 * is reported to the queue: it is delivered again, and moves to the dead-letter queue after too many deliveries.
 */
export function queueFunction<Message>(
  name: string,
  work: (delivery: Delivery<Message>) => Promise<unknown>,
  { queueAgain, laneOf }: QueueFunction<Message> = {},
) {
  const inLane = lanesOf(inLaneAtOnce);
  return async ({ Records }: Pick<SQSEvent, 'Records'>, time?: TimeLeft): Promise<SQSBatchResponse> => {
    const startedAt = performance.now();
    let reruns = 0;
    const commit: Commit = (step) => commitUnitOfWork({ ...step, onConflict: () => reruns++ });
    const workInTurn = (message: Message, { attributes }: Partial<SQSRecord>): Promise<unknown> => {
      const isLast = Number(attributes?.ApproximateReceiveCount) >= limits.queueDeliveries;
      const begin = () =>
        work({ message, now: timestampNow(), commit: queueAgain ? inTime(commit, time) : commit, isLast });
      if (!laneOf) return begin();
      return inLane(laneOf(message), async () => {
        if (millisecondsSince(startedAt) > laneOpenFor) throw new OutOfTime();
        return begin();
      });
    };
    const workOn = async (record: SQSRecord) => {
      const { body, messageId } = record;
      const message = JSON.parse(body) as Message;
      if (!queueAgain) return workInTurn(message, record);
      try {
        await workInTurn(message, record);
      } catch (error) {
        if (!(error instanceof OutOfTime)) throw error;
        await queueAgain(message);
        log('info', 'message queued again', { operation: name, message_id: messageId, reason: error.message });
      }
    };
    const end = endOf(time);
    const results = await Promise.allSettled(Records.map((record) => Promise.race([workOn(record), end.late])));
    end.cancel();
    const left = Records.flatMap((record, index) => leftOf(name, record, results[index]));
    const early = left.filter(({ tooSoon }) => tooSoon).length;
    const figures = { messages: Records.length, too_soon: early, server_errors: left.length - early, reruns };
    logWithMetrics('batch', { operation: name }, { milliseconds: millisecondsSince(startedAt), ...figures });
    return { batchItemFailures: left.map(({ itemIdentifier }) => ({ itemIdentifier })) };
  };
}

/** `late` rejects shortly before the function is killed, unless `cancel` is called first. */
function endOf(time: TimeLeft | undefined): { late: Promise<never>; cancel(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const left = time?.getRemainingTimeInMillis?.();
  const timer =
    left === undefined
      ? undefined
      : setTimeout(() => reject(new Error('It takes longer than the function may')), left - reserveMilliseconds);
  return { late: promise, cancel: () => clearTimeout(timer) };
}

function leftOf(operation: string, { messageId }: SQSRecord, result: PromiseSettledResult<unknown> | undefined) {
  if (result?.status !== 'rejected') return [];
  const tooSoon = result.reason instanceof TooSoon;
  const subject = { operation, message_id: messageId };
  if (tooSoon) log('info', 'message too soon', { ...subject, reason: result.reason.message });
  else log('error', 'message failed', { ...subject, error: describeError(result.reason) });
  return [{ itemIdentifier: messageId, tooSoon }];
}

/** The number of items that a round has processed, and the number that failed and are left for the next round. */
interface Round {
  done: number;
  failed: number;
  /** Migrations of this release that are not done yet. */
  migrations_due?: number;
  /** How long the oldest due item has been due. */
  overdue_seconds?: number;
}

/**
 * `work` ends its round when time runs short, and the next round continues. Throws after the round if something failed:
 * Lambda then starts another round within minutes, and counts an error.
 */
export const scheduledFunction =
  <Event extends object>(name: string, work: (time?: TimeLeft, event?: Event) => Promise<Round>) =>
  async (event?: Event, time?: TimeLeft): Promise<void> => {
    const startedAt = performance.now();
    const { done, failed, ...more } = await work(time, event);
    const milliseconds = millisecondsSince(startedAt);
    logWithMetrics('round', { operation: name }, { milliseconds, done, server_errors: failed, ...more });
    if (failed > 0) throw new Error(`${failed} failed, ${done} done`);
  };

/** The result of a batch of changes. */
interface Worked {
  /** The number of changes before the first unfinished one. */
  done: number;
  /** The error of the first unfinished change. */
  cause?: unknown;
}

/**
 * A function of the stream: `work` is given the changes in order. All changes from the first unfinished one are
 * delivered again. Throws if none is finished: Lambda then counts an error, and halves the batch until only the failing
 * change is left.
 */
export function streamFunction(operation: string, work: (changes: readonly ItemChange[]) => Promise<Worked>) {
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

/** If `work` throws, none of the changes counts as done. */
async function workedOn(
  records: readonly DynamoDBRecord[],
  work: (changes: readonly ItemChange[]) => Promise<Worked>,
): Promise<Worked> {
  try {
    return await work(records.map(changeOf));
  } catch (cause) {
    return { done: 0, cause };
  }
}

/** The change that a record contains. */
export const changeOf = ({ dynamodb = {}, eventSourceARN = '' }: DynamoDBRecord): ItemChange => ({
  before: imageOf(dynamodb.OldImage),
  after: imageOf(dynamodb.NewImage),
  time: toTimestamp((dynamodb.ApproximateCreationDateTime ?? 0) * 1000),
  epoch: eventSourceARN.split('/stream/')[1] ?? '',
  sequence: dynamodb.SequenceNumber ?? '',
});

/** Lambda's types for the numbers and bytes in an image equal the SDK's, but have other names. */
const imageOf = (image: unknown): Key | undefined =>
  image === undefined ? undefined : (unmarshall(image as Record<string, AttributeValue>) as Key & object);
