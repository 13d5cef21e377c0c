import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Effect } from '../once/unit-of-work.ts';
import { type QueueName, queueUrlSettings } from '../resources/background.ts';
import * as batches from '../runtime/batches.ts';
import { chunksOf } from '../runtime/collections.ts';
import { requiredSetting } from '../runtime/settings.ts';
import { limits } from '../schema/limits.ts';

/** The one SQS client of a function. */
export const sqs = new SQSClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
});

/** A queued message contains its store: directly, or in an event within. */
type Queued = { store_id: string } | { detail: { store_id: string } };

/** Queues messages as JSON, to be delivered after a delay. Throws if not all of them could be queued. */
export async function send<Message extends Queued>(
  queue: QueueName,
  messages: readonly Message[],
  delaySeconds: number,
): Promise<void> {
  const portions = chunksOf(messages, batches.queuedMessages.size);
  await Promise.all(portions.map((portion) => sendPortion(queue, portion, delaySeconds)));
}

/**
 * A message as JSON, with numeric escapes for characters that SQS refuses (those outside XML) or its local replacement
 * does (those above U+FFFD).
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
        // The queue is fair: SQS first delivers messages of stores that have few of them.
        MessageGroupId: 'store_id' in message ? message.store_id : message.detail.store_id,
        DelaySeconds,
      })),
    }),
  );
  if (Failed.length > 0) throw new Error(`${Failed.length} messages were not queued: ${Failed[0]?.Message}`);
}

export type WaitlistWork =
  /** Notify those who wait in one part of a variant's waitlist. */
  | { work: 'notify'; store_id: string; restock_id: string; part: number }
  /** Notify those who have waited longest, up to the number that the restock sets. */
  | { work: 'notify-longest-waiting'; store_id: string; restock_id: string }
  /** Add the counts of a product's shards to its ranking. */
  | { work: 'reconcile'; store_id: string; product_id: string }
  /** End a shopper's waitlist entries: `shopper` is the digest of the email address, `up_to` the id of the last entry to end. Releases up to 0.3.0 do not have this work. */
  | { work: 'leave'; store_id: string; shopper: string; up_to?: string | undefined }
  /** Remove those who wait for variants that the product no longer has. */
  | { work: 'drop'; store_id: string; product_id: string; variant_ids: readonly string[] };

export type PublicFilesWork =
  /** Write the public files of a product. */
  | { work: 'product'; store_id: string; product_id: string }
  /** Queue all products of a store, those after the id `after`. */
  | { work: 'products'; store_id: string; after?: string | undefined }
  /** Carry out the change of a site with public reviews. */
  | { work: 'site'; store_id: string; site_id: string };

/** Queues work on public files. Throws if not all of it could be queued. */
export const queuePublicFiles = (work: readonly PublicFilesWork[]): Promise<void> => send('publicFiles', work, 0);

/** Seconds after which the function that queued the work has certainly ended. */
export const certainlyCommittedSeconds = limits.functionSeconds;

/** Effects of the decision that makes the work due. */
export const followUp = (work: readonly WaitlistWork[]): { before: Effect[]; after: Effect[] } => ({
  before: [() => queueWork(work, certainlyCommittedSeconds)],
  after: [() => queueWork(work)],
});

/** Queues work. Throws if not all of it could be queued. */
export const queueWork = (work: readonly WaitlistWork[], delaySeconds = 0): Promise<void> =>
  send('waitlist', work, delaySeconds);
