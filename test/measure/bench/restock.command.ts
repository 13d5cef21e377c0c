/** `npm run measure -- bench:restock`: what a restock costs with many shoppers waiting, and whether each of them is mailed once. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import type { SendMessageBatchCommandInput } from '@aws-sdk/client-sqs';
import { handler as sendMail } from '../../../functions/background/send-restock-mail.ts';
import { handler as workOnWaitlist } from '../../../functions/background/work-on-waitlist.ts';
import { ses } from '../../../lib/mail/send.ts';
import { commitUnitOfWork } from '../../../lib/once/unit-of-work.ts';
import { sqs } from '../../../lib/queue/send.ts';
import * as products from '../../../lib/resources/catalog/product-records.ts';
import { restockVariant } from '../../../lib/resources/waitlist/functions.ts';
import { join } from '../../../lib/resources/waitlist/records.ts';
import { allParts } from '../../../lib/resources/waitlist/waiting-count-records.ts';
import { chunksOf } from '../../../lib/runtime/collections.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { onCall } from '../../support/aws/on-call.ts';
import { invoke } from '../../support/invoke.ts';
import { onScratchEngines } from '../../support/scratch-engines.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';
import { measure } from '../measure.ts';

interface RestockCost {
  /** From the restock until every shopper is notified: their emails queued, no shopper counted any more. */
  seconds: number;
  /** The most that the heap has grown by after any of the waitlist's parts. */
  heapGrowthBytes: number;
  /** Shoppers who were sent exactly one email, although each message of the queue was delivered twice. */
  mailedOnce: number;
}

/** Restocks a variant that `waiting` shoppers wait for. SES is stood in for: its mailbox would be what fills the heap. */
async function measureRestock(waiting: number): Promise<RestockCost> {
  const restock = { ...(await newWaitlist(waiting)), restock_id: 'bench' };
  const mails = new Uint8Array(waiting);
  const { queue, end } = tapMails(mails);

  const heapBefore = heapUsed();
  let heapGrowthBytes = 0;
  let seconds = await secondsOf(() => succeeded(invoke(restockVariant, restock)));
  for (const part of allParts) {
    const work = { work: 'notify', store_id: restock.store_id, restock_id: restock.restock_id, part };
    seconds += await secondsOf(() => deliver(workOnWaitlist, [JSON.stringify(work)]));
    const messages = queue.splice(0);
    for (const batch of [...chunksOf(messages, batchSize), ...chunksOf(messages, batchSize)])
      await deliver(sendMail, batch);
    messages.length = 0;
    heapGrowthBytes = Math.max(heapGrowthBytes, heapUsed() - heapBefore);
  }
  end();
  return { seconds, heapGrowthBytes, mailedOnce: mails.filter((count) => count === 1).length };
}

const addressOf = (index: number): string => `shopper${index}@example.com`;

/** A product's variant that so many shoppers wait for. */
async function newWaitlist(waiting: number) {
  const { store, ...world } = await newWorld();
  const product = await products.get(store.id, world.products[0].id);
  const subject = { product_id: product.id, variant_id: product.variants[0]?.id ?? '' };
  const joining = (index: number) => {
    const id = newId('waitlistEntry');
    const entry = {
      id,
      ...subject,
      email: addressOf(index),
      site_id: null,
      locale: null,
      joined_at: product.created_at,
    };
    const writes = join(store.id, product, { read: undefined, entry }, 'on product');
    return commitUnitOfWork({ decide: async () => ({ writes, reply: undefined }) });
  };
  for (const batch of chunksOf(
    Array.from({ length: waiting }, (_, index) => index),
    batchSize,
  )) {
    await Promise.all(batch.map(joining));
  }
  return { store_id: store.id, ...subject };
}

/** As many messages as a queue hands over at once. */
const batchSize = 10;

/** Collects the messages that are queued from now on, and counts the emails of each shopper. */
function tapMails(mails: Uint8Array) {
  const queue: string[] = [];
  const endQueue = onCall(sqs, ({ input }, next) => {
    const { QueueUrl, Entries = [] }: SendMessageBatchCommandInput = input;
    if (QueueUrl === process.env.RESTOCK_MAIL_QUEUE_URL)
      queue.push(...Entries.map(({ MessageBody = '' }) => MessageBody));
    return next();
  });
  const endMails = onCall(ses, ({ input }) => {
    const [recipient = ''] = (input as SendEmailCommandInput).Destination?.ToAddresses ?? [];
    const index = Number(/\d+/.exec(recipient));
    mails[index] = (mails[index] ?? 0) + 1;
  });
  const end = () => {
    endQueue();
    endMails();
  };
  return { queue, end };
}

type QueueHandler = typeof workOnWaitlist;

async function deliver(handler: QueueHandler, bodies: readonly string[]): Promise<void> {
  const Records = bodies.map((body, index) => ({ messageId: String(index), body }) as never);
  const { batchItemFailures } = await handler({ Records });
  if (batchItemFailures.length > 0) throw new Error('A message failed');
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** What is left on the heap once it has been collected. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

export default measure(
  {
    name: 'bench:restock',
    reported: 'restock',
    summary: 'Restocks a variant that many shoppers wait for.',
    options: { waiting: { type: 'number', value: 'N', default: 10_000, summary: 'shoppers who wait' } },
  },
  async ({ waiting }) => {
    const { seconds, heapGrowthBytes, mailedOnce } = await onScratchEngines(() => measureRestock(waiting));
    return {
      passed: mailedOnce === waiting,
      figures: {
        'shoppers waiting': waiting,
        'mailed exactly once, each message of the queue delivered twice': mailedOnce,
        'seconds until all were notified': seconds,
        'growth of the heap (MB)': heapGrowthBytes / 1e6,
      },
    };
  },
);
