/** What has been put into the queues by this process, and how the queue hands it over. */
import { sqs } from '../../../lib/queue/send.ts';
import { onCall } from './on-call.ts';

interface Entry {
  MessageBody?: string;
  DelaySeconds?: number;
}

const bodyOf = ({ MessageBody = '' }: Entry): string => MessageBody;

/** The bodies of all emails queued so far. */
export const queuedMails: string[] = [];

/** The bodies of all work on waitlists queued so far. */
export const queuedWork: string[] = [];

/** The bodies of all work on public files queued so far. */
export const queuedPublicFiles: string[] = [];

/** Further attempts of deliveries queued so far, and the seconds before they can be received. */
export const queuedDeliveries: { body: string; delay: number }[] = [];

onCall(sqs, ({ input }, next) => {
  const { QueueUrl, Entries = [] }: { QueueUrl?: string; Entries?: Entry[] } = input;
  const { MAIL_QUEUE_URL, RESTOCK_MAIL_QUEUE_URL } = process.env;
  if (QueueUrl && [MAIL_QUEUE_URL, RESTOCK_MAIL_QUEUE_URL].includes(QueueUrl)) queuedMails.push(...Entries.map(bodyOf));
  if (QueueUrl === process.env.WAITLIST_QUEUE_URL) queuedWork.push(...Entries.map(bodyOf));
  if (QueueUrl === process.env.PUBLIC_FILES_QUEUE_URL) queuedPublicFiles.push(...Entries.map(bodyOf));
  if (QueueUrl === process.env.REDELIVERIES_QUEUE_URL) {
    queuedDeliveries.push(...Entries.map((entry) => ({ body: bodyOf(entry), delay: entry.DelaySeconds ?? 0 })));
  }
  return next();
});

/** A batch as Lambda gets it from the queue. */
export const batchOf = (bodies: readonly string[]) => ({
  Records: bodies.map((body, index) => ({ messageId: String(index), body }) as never),
});

interface Mail {
  destination: { to: string[] };
  subject: string;
  body: { text: string; html: string };
  headers?: { name: string; value: string }[];
}

/** All emails that have arrived at SES. */
export async function mailsSent(): Promise<Mail[]> {
  const response = await fetch(new URL('/store', process.env.AWS_ENDPOINT_URL_SESV2));
  const { emails } = (await response.json()) as { emails: Mail[] };
  return emails;
}

/** Those that have arrived for an address. */
export const inboxOf = async (address: string): Promise<Mail[]> =>
  (await mailsSent()).filter(({ destination }) => destination.to.includes(address));
