/** The chain of the functions that a queue invokes with batches of messages. */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { inTime } from '../once/in-time.ts';
import { type Commit, commitUnitOfWork } from '../once/unit-of-work.ts';
import { OutOfTime, type TimeLeft, timestampNow } from '../runtime/clock.ts';
import { lanesOf } from '../runtime/lanes.ts';
import { describeError, log } from '../runtime/log.ts';
import { logWithMetrics, millisecondsSince } from '../runtime/metrics.ts';

/** What a message's handler is given. */
interface Delivery<Message> {
  message: Message;
  /** The present, `YYYY-MM-DDThh:mm:ssZ`. */
  now: string;
  commit: Commit;
}

/** Thrown where a message came too soon: it is to be delivered again, and nothing has failed. */
export class TooSoon extends Error {
  override readonly name = 'TooSoon';
}

interface QueueFunction<Message> {
  /**
   * Queues a message again. With it the work of a message may take any number of commits: when the time gets short, the next commit
   * is refused, and the message is queued again for the rest. Without it the work never stops between two commits.
   */
  queueAgain?(message: Message): Promise<unknown>;
  /** Whom the work of a message calls: ten at once call the same. A message whose turn comes late is queued again. */
  laneOf?(message: Message): string;
}

const inLaneAtOnce = 10;

/** No work begins in a lane after so many milliseconds of the batch: it would hold the batch for too long. */
const laneOpenFor = 20_000;

/** A message that still has not ended, this many milliseconds before its function is killed, fails; those that have ended are not repeated. */
const reserveMilliseconds = 3000;

/**
 * A function of a queue: its messages, which are JSON, are worked on side by side. One that fails or came too soon is
 * reported to the queue: it is delivered again, and ends in the dead-letter queue where that goes on.
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
