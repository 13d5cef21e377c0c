/** Does what event sources do on AWS: hands queued messages to their functions in batches, runs schedules. */
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { accountId } from '../../lib/gateway/proxy-event.ts';
import {
  type BackgroundFunction,
  backgroundFunctions,
  type QueueTrigger,
  queueUrlSettings,
} from '../../lib/resources/background.ts';
import * as batches from '../../lib/runtime/batches.ts';
import { timestampNow } from '../../lib/runtime/clock.ts';
import { chunksOf } from '../../lib/runtime/collections.ts';
import { describeError, log } from '../../lib/runtime/log.ts';
import { requiredSetting } from '../../lib/runtime/settings.ts';
import { followClock } from './clock.ts';
import { dataFiles } from './data-folder.ts';
import { failuresIn, followStream } from './events/stream.ts';
import { runFunction, runsEnded } from './functions.ts';

interface Running {
  signal: AbortSignal;
  /** Keeps the position in the stream of changes; without it all changes are published again. */
  placeFile: string | undefined;
}

/** Runs all background functions until the signal is aborted; resolves when the last batch in progress has ended. */
export async function runBackground({ signal, placeFile }: Running): Promise<void> {
  const sqs = new SQSClient({});
  await Promise.all(backgroundFunctions.map((each) => repeat(each, sqs, { signal, placeFile })));
  sqs.destroy();
}

/** A function that a release added has a place of its own: the first one keeps the file that it has always had. */
const placeOf = (name: string, placeFile: string): string =>
  name === 'publish-events' ? placeFile : join(dirname(placeFile), dataFiles.figuresPlace);

/** Batches of a queue at once where no number is declared: as many as Lambda begins with. */
const batchesAtOnce = 5;

async function repeat(
  { name, trigger }: BackgroundFunction,
  sqs: SQSClient,
  { signal, placeFile }: Running,
): Promise<void> {
  const once =
    'queue' in trigger
      ? () =>
          followQueue(
            { ...trigger, sqs, queueUrl: requiredSetting(queueUrlSettings[trigger.queue]), signal },
            (event) => runFunction(name, event),
          )
      : 'stream' in trigger
        ? () =>
            followStream(
              {
                batchSize: trigger.batchSize,
                placeFile: placeFile && placeOf(name, placeFile),
                activity: runsEnded,
                signal,
              },
              (event) => runFunction(name, event),
            )
        : () => keepSchedule(trigger.everyMinutes * 60_000, () => runFunction(name, scheduledEvent(name)), signal);
  while (!signal.aborted) {
    try {
      await once();
    } catch (error) {
      if (signal.aborted) return;
      log('error', 'background function failed', { function: name, error: describeError(error) });
      await pause(1000, signal);
    }
  }
}

/** A round whenever so much time has passed, by the clock: at once if the clock is moved past that. */
async function keepSchedule(milliseconds: number, round: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  let next = Date.now() + milliseconds;
  const roundIfDue = async () => {
    if (signal.aborted || Date.now() < next) return;
    next = Date.now() + milliseconds;
    await round();
  };
  const unfollow = followClock(roundIfDue);
  try {
    while (!signal.aborted) {
      await pause(next - Date.now(), signal);
      await roundIfDue();
    }
  } finally {
    unfollow();
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<unknown> =>
  sleep(milliseconds, undefined, { signal }).catch(() => undefined);

interface BatchSource extends Pick<QueueTrigger, 'batchSize' | 'windowSeconds' | 'batchesAtMost'> {
  sqs: SQSClient;
  queueUrl: string;
  signal?: AbortSignal;
}

type Run = (event: SQSEvent) => Promise<unknown>;

/**
 * Hands batches over, several at once, until the signal is aborted; resolves when the last of them has ended. A batch that waits for a
 * receiver delays no other.
 */
export async function followQueue(source: BatchSource, run: Run): Promise<void> {
  const { batchesAtMost = batchesAtOnce, queueUrl, signal } = source;
  const working = new Set<Promise<unknown>>();
  try {
    while (!signal?.aborted) {
      const messages = await receiveBatch(source);
      if (messages.length === 0) continue;
      const batch = handOver(source, messages, run)
        .catch((error: unknown) => log('error', 'batch failed', { queue: queueUrl, error: describeError(error) }))
        .finally(() => working.delete(batch));
      working.add(batch);
      if (working.size >= batchesAtMost) await Promise.race(working);
    }
  } finally {
    await Promise.all(working);
  }
}

/** Waits for messages and hands over one batch. */
export async function consumeBatch(source: BatchSource, run: Run): Promise<void> {
  const messages = await receiveBatch(source);
  if (messages.length > 0) await handOver(source, messages, run);
}

/** Messages of a queue; the first are waited for, and for the window more of them. */
async function receiveBatch(source: BatchSource): Promise<Message[]> {
  const { batchSize, windowSeconds = 0 } = source;
  const messages = await receive(source, batchSize, 20);
  const end = performance.now() + windowSeconds * 1000;
  while (messages.length > 0 && messages.length < batchSize && performance.now() < end) {
    const more = await receive(source, batchSize - messages.length, windowSeconds).catch(() => []);
    if (more.length === 0) break;
    messages.push(...more);
  }
  return messages;
}

async function receive(
  { sqs, queueUrl, signal }: BatchSource,
  most: number,
  WaitTimeSeconds: number,
): Promise<Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(most, 10),
      WaitTimeSeconds,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
    signal && { abortSignal: signal },
  );
  return Messages;
}

/** Messages that the function reports as failed, or all of them when it throws, become visible again later. */
async function handOver({ sqs, queueUrl }: BatchSource, messages: readonly Message[], run: Run): Promise<void> {
  const failed = failuresIn(await run({ Records: messages.map((message) => recordOf(message, queueUrl)) }));
  const done = messages.filter(({ MessageId = '' }) => !failed.has(MessageId));
  for (const portion of chunksOf(done, batches.queuedMessages.size)) {
    const Entries = portion.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
  }
}

function recordOf(message: Message, queueUrl: string): SQSRecord {
  const { MessageId = '', ReceiptHandle = '', Body = '', Attributes = {}, MessageAttributes = {} } = message;
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: {
      ...Attributes,
      ApproximateReceiveCount: Attributes.ApproximateReceiveCount ?? '1',
      SentTimestamp: Attributes.SentTimestamp ?? '',
      SenderId: Attributes.SenderId ?? '',
      ApproximateFirstReceiveTimestamp: Attributes.ApproximateFirstReceiveTimestamp ?? '',
    },
    messageAttributes: Object.fromEntries(
      Object.entries(MessageAttributes).map(([attribute, { DataType = 'String', StringValue }]) => [
        attribute,
        { dataType: DataType, stringValue: StringValue },
      ]),
    ),
    md5OfBody: message.MD5OfBody ?? createHash('md5').update(Body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:us-east-1:${accountId}:${queueUrl.split('/').at(-1)}`,
    awsRegion: 'us-east-1',
  };
}

const scheduledEvent = (name: string) => ({
  version: '0',
  id: crypto.randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: accountId,
  time: timestampNow(),
  region: 'us-east-1',
  resources: [`arn:aws:events:us-east-1:${accountId}:rule/${name}`],
  detail: {},
});
