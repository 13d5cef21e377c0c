/** The chain of the functions that a queue invokes with batches of messages. */
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { timestampNow } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import { logWithMetrics, millisecondsSince } from '../runtime/metrics.ts';
import { commitUnitOfWork, type Decision } from '../store/unit-of-work.ts';

/** What a message's handler is given. */
export interface Delivery<Message> {
  message: Message;
  /** The present, `YYYY-MM-DDThh:mm:ssZ`. */
  now: string;
  /** Commits a decision, made again (`attempt` counts from 1) while what it reads changes. */
  commit<R>(decide: (attempt: number) => Promise<Decision<R>>): Promise<R>;
}

/**
 * A function of a queue: its messages, which are JSON, are worked on side by side. One that fails is reported as such: it
 * is delivered again, and ends in the dead-letter queue where it keeps failing.
 */
export function queueFunction<Message>(name: string, work: (delivery: Delivery<Message>) => Promise<unknown>) {
  return async ({ Records }: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse> => {
    const startedAt = performance.now();
    let reruns = 0;
    const commit: Delivery<Message>['commit'] = (decide) => commitUnitOfWork({ decide, onStale: () => reruns++ });
    const results = await Promise.allSettled(
      Records.map(async ({ body }) => work({ message: JSON.parse(body) as Message, now: timestampNow(), commit })),
    );
    const batchItemFailures = Records.flatMap((record, index) => failureOf(name, record, results[index]));
    const figures = { messages: Records.length, server_errors: batchItemFailures.length, reruns };
    logWithMetrics('batch', { operation: name }, { milliseconds: millisecondsSince(startedAt), ...figures });
    return { batchItemFailures };
  };
}

function failureOf(name: string, { messageId }: SQSRecord, result: PromiseSettledResult<unknown> | undefined) {
  if (result?.status !== 'rejected') return [];
  log('error', 'message failed', { operation: name, message_id: messageId, error: describeError(result.reason) });
  return [{ itemIdentifier: messageId }];
}
