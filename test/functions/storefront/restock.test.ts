import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import type { SendMessageBatchCommandInput } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as sendMail } from '../../../functions/background/send-mail.ts';
import { handler as workOnWaitlist } from '../../../functions/background/work-on-waitlist.ts';
import { getProductWaitlist } from '../../../lib/contract/api/waitlist.ts';
import { getRestock, joinWaitlist, restockVariant } from '../../../lib/contract/functions/waitlist.ts';
import type { QueuedMail, RestockMessage } from '../../../lib/mail/message.ts';
import { ses } from '../../../lib/mail/send.ts';
import { sqs } from '../../../lib/queue/send.ts';
import type { WaitlistWork } from '../../../lib/queue/waitlist-queue.ts';
import { allParts } from '../../../lib/table/waitlist/waiting-count.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const queued: QueuedMail<RestockMessage>[] = [];
const sent: { to: string | undefined; subject: string | undefined }[] = [];

type Next = (args: { input: object }) => Promise<unknown>;

beforeAll(() => {
  const recordQueued = (next: Next) => (args: { input: object }) => {
    const { QueueUrl, Entries = [] } = args.input as SendMessageBatchCommandInput;
    if (QueueUrl === process.env.MAIL_QUEUE_URL)
      queued.push(...Entries.map(({ MessageBody = '' }) => JSON.parse(MessageBody)));
    return next(args);
  };
  const recordSent = (next: Next) => (args: { input: object }) => {
    const { Destination, Content } = args.input as SendEmailCommandInput;
    sent.push({ to: Destination?.ToAddresses?.[0], subject: Content?.Simple?.Subject?.Data });
    return next(args);
  };
  sqs.middlewareStack.add(recordQueued as never, { step: 'initialize', name: 'restock-test' });
  ses.middlewareStack.add(recordSent as never, { step: 'initialize', name: 'restock-test' });
});

afterAll(() => {
  for (const { middlewareStack } of [sqs, ses]) middlewareStack.remove('restock-test');
});

/** Delivers mails as their queue does. */
async function deliver(messages: readonly object[]): Promise<void> {
  const Records = messages.map((message, index) => ({ messageId: String(index), body: JSON.stringify(message) }));
  expect(await sendMail({ Records: Records as never })).toEqual({ batchItemFailures: [] });
}

const subject = ({ store, products: [product] }: World, variant = 0) => ({
  store_id: store.id,
  product_id: product.id,
  variant_id: product.variants[variant]?.id,
});

const join = (world: World, email: string, variant = 0) =>
  succeeded(invoke(joinWaitlist, { ...subject(world, variant), email }));

const restock = (world: World, restock_id: string, variant = 0) =>
  invoke(restockVariant, { ...subject(world, variant), restock_id });

const count = async (world: World): Promise<number> => {
  const path = { product_id: world.products[0].id };
  return (await call(getProductWaitlist, { key: world.read, path })).body.data.waiting_count;
};

/** Does what the queue would have done for a restock, or for some parts of its waitlist. */
async function notify({ store }: World, restock_id: string, parts = allParts): Promise<void> {
  const work = parts.map((part): WaitlistWork => ({ work: 'notify', store_id: store.id, restock_id, part }));
  const Records = work.map((message, index) => ({ messageId: String(index), body: JSON.stringify(message) }));
  expect(await workOnWaitlist({ Records: Records as never })).toEqual({ batchItemFailures: [] });
}

test('a restock tells how many are waiting for the variant, and they stop being counted', async () => {
  const world = await newWorld();
  await Promise.all(Array.from({ length: 30 }, (_, index) => join(world, `shopper${index}@example.com`)));
  await join(world, 'shopper0@example.com', 1);

  expect(await restock(world, 'delivery 7')).toEqual({
    product_id: world.products[0].id,
    variant_id: world.products[0].variants[0]?.id,
    notifying: 30,
  });
  expect(await count(world)).toBe(31);

  await notify(world, 'delivery 7');
  expect(await count(world)).toBe(1);
});

test('the same restock again notifies nobody and answers the same, whoever joined meanwhile', async () => {
  const world = await newWorld();
  await join(world, 'ada@example.com');
  const first = await restock(world, 'one');
  await notify(world, 'one');
  await join(world, 'ada@example.com');

  expect(await restock(world, 'one')).toEqual(first);
  await notify(world, 'one');

  expect(await count(world)).toBe(1);
  expect(await restock(world, 'two')).toMatchObject({ notifying: 1 });
});

test('DUPLICATE where the restock has been of another variant', async () => {
  const world = await newWorld();
  await restock(world, 'one');

  expect(await restock(world, 'one', 1)).toEqual({
    errorType: 'DUPLICATE',
    errorMessage: 'Resource already exists',
  });
});

test('NOT_FOUND for an unknown variant, MISSING_FIELD without a restock_id', async () => {
  const world = await newWorld();

  expect(
    await invoke(restockVariant, { ...subject(world), variant_id: 'prv_unknown', restock_id: 'one' }),
  ).toMatchObject({ errorType: 'NOT_FOUND' });
  expect(await invoke(restockVariant, subject(world))).toEqual({
    errorType: 'MISSING_FIELD',
    errorMessage: 'restock_id is required',
  });
});

describe('an operator', () => {
  const progress = ({ store }: World, restock_id: string) => invoke(getRestock, { store_id: store.id, restock_id });

  test('sees how far a restock has come, in one round trip', async () => {
    const world = await newWorld();
    await Promise.all(Array.from({ length: 40 }, (_, index) => join(world, `shopper${index}@example.com`)));
    await restock(world, 'one');
    const { store_id: _, ...variant } = subject(world);
    const begun = { restock_id: 'one', ...variant, created_at: expect.any(String), notifying: 40 };
    expect(await progress(world, 'one')).toEqual({ ...begun, notified: 0, done: false, finished_at: null });

    await notify(world, 'one', allParts.slice(0, 8));
    const halfway = await progress(world, 'one');
    expect(halfway).toMatchObject({ ...begun, done: false, finished_at: null });
    expect(halfway.notified).toBe(40 - (await count(world)));

    await notify(world, 'one', allParts.slice(8));
    const { result, roundTrips, capacity } = await watch(() => progress(world, 'one'));
    expect(result).toEqual({
      ...begun,
      notified: 40,
      done: true,
      finished_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(roundTrips).toBe(1);
    expect(capacity).toBe(2);
  });

  test('sees that a restock nobody waited for is done', async () => {
    const world = await newWorld();
    await restock(world, 'one');
    await notify(world, 'one');

    expect(await progress(world, 'one')).toMatchObject({ notifying: 0, notified: 0, done: true });
  });

  test("is refused a restock that is not there, or that is another store's", async () => {
    const [world, other] = [await newWorld(), await newWorld()];
    await restock(other, 'theirs');

    for (const restock_id of ['none', 'theirs']) {
      expect(await progress(world, restock_id)).toEqual({
        errorType: 'NOT_FOUND',
        errorMessage: 'Resource not found',
      });
    }
    expect(await progress(world, '')).toMatchObject({ errorType: 'MISSING_FIELD' });
  });
});

test('work of a restock that was never committed is dropped', async () => {
  const world = await newWorld();
  await join(world, 'ada@example.com');

  await notify(world, 'never');

  expect(await count(world)).toBe(1);
});

test('each shopper is mailed once, however often their message is delivered, and nobody for a batch that never was', async () => {
  const world = await newWorld();
  await Promise.all(['ada', 'grace'].map((name) => join(world, `${name}@example.com`)));
  await restock(world, 'one');
  await notify(world, 'one');
  const messages = queued.filter(({ store_id }) => store_id === world.store.id);
  const [first] = messages;
  if (!first) throw new Error('Nothing was queued');

  await deliver([...messages, { ...first, batch: 'never', queued_at: 0 }]);
  await deliver(messages);

  const mails = sent.filter(({ subject }) => subject === 'Back in stock: Teapot, Small');
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'grace@example.com']);
});
