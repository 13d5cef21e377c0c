import { randomUUID } from 'node:crypto';
import { CreateQueueCommand, GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { consumeBatch } from '../../bin/local/background.ts';
import { queueUrlAtEngine } from '../../bin/local/environment.ts';

const sqs = new SQSClient({});

/** A queue that holds some messages. */
async function queueOf(bodies: readonly string[]): Promise<string> {
  const created = await sqs.send(new CreateQueueCommand({ QueueName: `test-${randomUUID()}` }));
  const QueueUrl = queueUrlAtEngine(created.QueueUrl ?? '');
  const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
  await sqs.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
  return QueueUrl;
}

/** How many messages the queue still has, those hidden from other consumers included. */
async function leftIn(QueueUrl: string): Promise<number> {
  const { Attributes = {} } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
  return Number(Attributes.ApproximateNumberOfMessages) + Number(Attributes.ApproximateNumberOfMessagesNotVisible);
}

test('a batch arrives as Lambda hands it over, and leaves the queue', async () => {
  const queueUrl = await queueOf(['one', 'two']);
  const events: SQSEvent[] = [];

  await consumeBatch({ sqs, queueUrl, batchSize: 10 }, async (event) => events.push(event));

  expect(events).toHaveLength(1);
  expect(events[0]?.Records.map(({ body }) => body).toSorted()).toEqual(['one', 'two']);
  expect(events[0]?.Records[0]).toMatchObject({
    messageId: expect.any(String),
    eventSource: 'aws:sqs',
    eventSourceARN: expect.stringMatching(/^arn:aws:sqs:us-east-1:000000000000:test-/),
    attributes: { ApproximateReceiveCount: '1' },
  });
  expect(await leftIn(queueUrl)).toBe(0);
});

test('messages reported as failed stay in the queue', async () => {
  const queueUrl = await queueOf(['good', 'bad', 'good']);

  await consumeBatch({ sqs, queueUrl, batchSize: 10 }, async ({ Records }) => ({
    batchItemFailures: Records.filter(({ body }) => body === 'bad').map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  }));

  expect(await leftIn(queueUrl)).toBe(1);
});

test('a batch stays in the queue if its function throws', async () => {
  const queueUrl = await queueOf(['one', 'two']);

  const consumed = consumeBatch({ sqs, queueUrl, batchSize: 10 }, async () => {
    throw new Error('Out of order');
  });

  await expect(consumed).rejects.toThrow('Out of order');
  expect(await leftIn(queueUrl)).toBe(2);
});
