/** Does what event sources do on AWS: hands queued messages to their functions in batches, runs schedules. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { accountId } from '../../lib/gateway/proxy-event.ts';
import { type BackgroundFunction, backgroundFunctions, queueUrlSettings } from '../../lib/resources/background.ts';
import { timestampNow } from '../../lib/runtime/clock.ts';
import { describeError, log } from '../../lib/runtime/log.ts';
import { requiredSetting } from '../../lib/runtime/settings.ts';
import { followClock } from './clock.ts';
import { failuresIn, followStream } from './events/stream.ts';
import { runFunction } from './functions.ts';

interface Running {
  signal: AbortSignal;
  /** Keeps how far the stream of changes has been followed; without one all of it is told again. */
  placeFile: string | undefined;
}

/** Runs all background functions until the signal is aborted; resolves when the last batch in progress has ended. */
export async function runBackground({ signal, placeFile }: Running): Promise<void> {
  const sqs = new SQSClient({});
  await Promise.all(
    backgroundFunctions.flatMap((each) =>
      Array.from({ length: batchesAtOnce(each) }, () => repeat(each, sqs, { signal, placeFile })),
    ),
  );
  sqs.destroy();
}

/** As many as Lambda begins with: a batch that waits for a receiver holds up no other. */
const batchesAtOnce = ({ trigger }: BackgroundFunction): number =>
  'queue' in trigger ? Math.min(trigger.batchesAtMost ?? 5, 5) : 1;

async function repeat(
  { name, trigger }: BackgroundFunction,
  sqs: SQSClient,
  { signal, placeFile }: Running,
): Promise<void> {
  const once =
    'queue' in trigger
      ? () =>
          consumeBatch(
            { sqs, queueUrl: requiredSetting(queueUrlSettings[trigger.queue]), batchSize: trigger.batchSize, signal },
            (event) => runFunction(name, event),
          )
      : 'stream' in trigger
        ? () => followStream({ batchSize: trigger.batchSize, placeFile, signal }, (event) => runFunction(name, event))
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

/** A round whenever so much time has passed, by the clock: at once where it is moved past that. */
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

interface BatchSource {
  sqs: SQSClient;
  queueUrl: string;
  batchSize: number;
  signal?: AbortSignal;
}

/**
 * Waits for messages and hands over one batch. Messages that the function reports as failed, or all of them when it throws, become visible
 * again later.
 */
export async function consumeBatch(
  { sqs, queueUrl, batchSize, signal }: BatchSource,
  run: (event: SQSEvent) => Promise<unknown>,
): Promise<void> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(batchSize, 10),
      WaitTimeSeconds: 20,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
    signal && { abortSignal: signal },
  );
  if (Messages.length === 0) return;
  const failed = failuresIn(await run({ Records: Messages.map((message) => recordOf(message, queueUrl)) }));
  const done = Messages.filter(({ MessageId = '' }) => !failed.has(MessageId));
  if (done.length === 0) return;
  const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
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
