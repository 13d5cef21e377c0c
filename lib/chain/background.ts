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
import { toTimestamp } from '../schema/times.ts';
import type { Key } from '../table/keys.ts';

/** The argument of a message's handler. */
interface Delivery<Message> {
  message: Message;
  /** The present, `YYYY-MM-DDThh:mm:ssZ`. */
  now: string;
  commit: Commit;
}

/** Thrown if a message came too soon: it is to be delivered again, and nothing has failed. */
export class TooSoon extends Error {
  override readonly name = 'TooSoon';
}

interface QueueFunction<Message> {
  /**
   * Queues a message again. With it the work of a message may take any number of commits: when the time gets short, the next commit
   * is refused, and the message is queued again for the rest. Without it the work never stops between two commits.
   */
  queueAgain?(message: Message): Promise<unknown>;
  /**
   * The receiver that the work of a message calls: ten at once call the same. A message that waits too long is queued
   * again.
   */
  laneOf?(message: Message): string;
}

const inLaneAtOnce = 10;

/** No work begins in a lane after so many milliseconds of the batch: it would hold the batch for too long. */
const laneOpenFor = 20_000;

/**
 * A message that is still in progress this many milliseconds before its function is killed fails; finished ones are not
 * repeated.
 */
const reserveMilliseconds = 3000;

/**
 * A function of a queue: it works on its messages, which are JSON, side by side. A message that fails or came too soon
 * is reported to the queue: it is delivered again, and ends in the dead-letter queue if that continues.
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
    const workInTurn = (message: Message): Promise<unknown> => {
      const begin = () => work({ message, now: timestampNow(), commit: queueAgain ? inTime(commit, time) : commit });
      if (!laneOf) return begin();
      return inLane(laneOf(message), async () => {
        if (millisecondsSince(startedAt) > laneOpenFor) throw new OutOfTime();
        return begin();
      });
    };
    const workOn = async ({ body, messageId }: SQSRecord) => {
      const message = JSON.parse(body) as Message;
      if (!queueAgain) return workInTurn(message);
      try {
        await workInTurn(message);
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

/** Rejects shortly before the function is killed, unless that is cancelled. */
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

/** How many things a round has processed, and how many failed and are left to the next one. */
interface Round {
  done: number;
  failed: number;
  /** Migrations of this release that are not done yet. */
  migrations_due?: number;
  /** How long the oldest due item has been due. */
  overdue_seconds?: number;
}

/**
 * `work` ends its round when the time gets short, and the next one continues. Throws at its end if something failed:
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

/** An item before and after a change; undefined if it did not exist, or no longer does. */
export interface Change {
  before: Key | undefined;
  after: Key | undefined;
  /** When it was committed, `YYYY-MM-DDThh:mm:ssZ`. */
  time: string;
  /** The table's life: the stream's name contains the time when it began. */
  epoch: string;
}

/** The result of some changes. */
interface Worked {
  /** How many are done, before the first that is not. */
  done: number;
  /** Why that one is not done. */
  cause?: unknown;
}

/**
 * A function of the stream: `work` is given the changes in order. All changes from the first unfinished one are
 * delivered again. Throws if none is finished: Lambda then counts an error, and halves the batch until only the failing
 * change is left.
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

/** If `work` throws, none of the changes counts as done. */
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

/** The change that a record contains. */
export const changeOf = ({ dynamodb = {}, eventSourceARN = '' }: DynamoDBRecord): Change => ({
  before: imageOf(dynamodb.OldImage),
  after: imageOf(dynamodb.NewImage),
  time: toTimestamp((dynamodb.ApproximateCreationDateTime ?? 0) * 1000),
  epoch: eventSourceARN.split('/stream/')[1] ?? '',
});

/** Lambda's types of numbers and bytes of an image equal the SDK's, but have other names. */
const imageOf = (image: unknown): Key | undefined =>
  image === undefined ? undefined : (unmarshall(image as Record<string, AttributeValue>) as Key & object);
