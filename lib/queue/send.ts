import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type QueueName, queueUrlSettings } from '../resources/background.ts';
import * as batches from '../runtime/batches.ts';
import { chunksOf } from '../runtime/chunks.ts';
import { requiredSetting } from '../runtime/settings.ts';

/** The one SQS client of a function. */
export const sqs = new SQSClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
});

/** What is queued is of a store: by itself, or as an event within. */
type Queued = { store_id: string } | { detail: { store_id: string } };

/** Queues messages as JSON, to be delivered after a delay. Throws where not all of them could be queued. */
export async function send<Message extends Queued>(
  queue: QueueName,
  messages: readonly Message[],
  delaySeconds: number,
): Promise<void> {
  const portions = chunksOf(messages, batches.queuedMessages.size);
  await Promise.all(portions.map((portion) => sendPortion(queue, portion, delaySeconds)));
}

/**
 * A message as JSON, with numeric escapes for characters that SQS refuses (those outside XML) or its stand-in does (those above U+FFFD).
 */
export const bodyOf = (message: object): string =>
  JSON.stringify(message).replace(/[^\x20-\ud7ff\ue000-\ufffd]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`);

async function sendPortion(queue: QueueName, portion: readonly Queued[], DelaySeconds: number): Promise<void> {
  const { Failed = [] } = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: requiredSetting(queueUrlSettings[queue]),
      Entries: portion.map((message, index) => ({
        Id: String(index),
        MessageBody: bodyOf(message),
        // SQS hands out the messages of stores that have few first: the queue is fair.
        MessageGroupId: 'store_id' in message ? message.store_id : message.detail.store_id,
        DelaySeconds,
      })),
    }),
  );
  if (Failed.length > 0) throw new Error(`${Failed.length} messages were not queued: ${Failed[0]?.Message}`);
}
