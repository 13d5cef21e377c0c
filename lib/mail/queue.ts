/** Queues mails. They are queued before the commit that makes them true, and wait long enough for it. */
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { requiredSetting } from '../runtime/settings.ts';
import type { Effect } from '../store/unit-of-work.ts';
import type { MailMessage, QueuedMail } from './message.ts';

/** Its time-outs keep a stuck connection from eating the function's whole time. */
export const sqs = /* @__PURE__ */ new SQSClient({
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
});

/** By then almost every commit has ended; one that has not is looked for again. */
const delaySeconds = 5;

const messagesAtOnce = 10;

/** The effects that queue these mails, to be done before the commit that makes them due. */
export const queueMails = (messages: readonly MailMessage[]): Effect[] =>
  Array.from(
    { length: Math.ceil(messages.length / messagesAtOnce) },
    (_, portion) => () => queuePortion(messages.slice(portion * messagesAtOnce, (portion + 1) * messagesAtOnce)),
  );

async function queuePortion(messages: readonly MailMessage[]): Promise<void> {
  const queued = messages.map((message): QueuedMail => ({ ...message, queued_at: Date.now() }));
  const { Failed = [] } = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: requiredSetting('MAIL_QUEUE_URL'),
      Entries: queued.map((message, index) => ({
        Id: String(index),
        MessageBody: JSON.stringify(message),
        DelaySeconds: delaySeconds,
      })),
    }),
  );
  if (Failed.length > 0) throw new Error(`${Failed.length} mails were not queued: ${Failed[0]?.Message}`);
}
