/** Messages are queued before the commit that makes them true: each comes here before it, and again twice after it. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sqs } from '../../lib/queue/send.ts';
import { importRecords } from '../../lib/resources/catalog/functions.ts';
import { issueGiftCard, replaceGiftCardCode } from '../../lib/resources/gift-cards/operations.ts';
import { payOrder } from '../../lib/resources/orders/functions.ts';
import { shopperOf } from '../../lib/resources/waitlist/records.ts';
import { newId } from '../../lib/runtime/ids.ts';
import { dynamodb } from '../../lib/table/client.ts';
import { keys } from '../../lib/table/keys.ts';
import { type Intercepted, type Next, onCall, withOnCall } from '../support/aws/on-call.ts';
import { underNoRole } from '../support/aws/permissions.ts';
import { batchOf, inboxOf } from '../support/aws/queued-messages.ts';
import { handlerOf } from '../support/handlers.ts';
import { call } from '../support/http/call.ts';
import { invoke } from '../support/invoke.ts';
import { lineOf, orderOf, record } from '../support/world/checkout.ts';
import { issued } from '../support/world/gift-cards.ts';
import { count, join, restock } from '../support/world/restocks.ts';
import { newWorld, succeeded, type World } from '../support/world/world.ts';

const consumers = {
  mail: await handlerOf({ name: 'send-mail' }),
  restockMail: await handlerOf({ name: 'send-restock-mail' }),
  waitlist: await handlerOf({ name: 'work-on-waitlist' }),
};

type Queue = keyof typeof consumers;

interface Message {
  queue: Queue;
  body: string;
}

/** What was queued since the test began, and which of it was left for later when it came early. */
const queued: Message[] = [];
const refused: Message[] = [];

async function deliver({ queue, body }: Message): Promise<boolean> {
  const { batchItemFailures } = (await underNoRole(() => consumers[queue](batchOf([body]) as never))) as {
    batchItemFailures: object[];
  };
  return batchItemFailures.length === 0;
}

const queueAt = (url = ''): Queue => {
  if (url === process.env.WAITLIST_QUEUE_URL) return 'waitlist';
  return url === process.env.RESTOCK_MAIL_QUEUE_URL ? 'restockMail' : 'mail';
};

/** An entry of a shopper, as it is read. */
interface Item {
  pk: string;
  notice?: object;
}

const end = onCall(sqs, async ({ input }, next) => {
  const { QueueUrl, Entries = [] }: { QueueUrl?: string; Entries?: { MessageBody?: string }[] } = input;
  const queue = queueAt(QueueUrl);
  for (const { MessageBody: body = '' } of Entries) {
    queued.push({ queue, body });
    if (!(await deliver({ queue, body }))) refused.push({ queue, body });
  }
  return next();
});
afterAll(end);

beforeEach(() => {
  queued.length = 0;
  refused.length = 0;
});

/** Hands over all that was queued, twice; what comes of it is handed over as well. */
async function deliverAll(): Promise<void> {
  for (const message of queued) for (const _ of ['once', 'twice']) expect(await deliver(message)).toBe(true);
}

const email = (): string => `${newId('customer')}@example.com`;

test.each<[string, (world: World, recipient_email: string) => Promise<unknown>]>([
  [
    'a card that is issued',
    ({ write: key }, recipient_email) => call(issueGiftCard, { body: { value: 500, recipient_email }, key }),
  ],
  [
    'a card that has another code',
    async (world, recipient_email) => {
      const path = { gift_card_id: String((await issued(world)).id) };
      return call(replaceGiftCardCode, { path, body: { recipient_email }, key: world.write });
    },
  ],
  [
    'a card that was bought',
    async (world, recipient_email) => {
      const lines = [lineOf(world.products[2], { unit_price: 500, recipient_email })];
      const order = orderOf(world, { status: 'pending', lines });
      await succeeded(record(world, order));
      return succeeded(invoke(payOrder, { store_id: world.store.id, order_id: order.id }));
    },
  ],
])('the email of %s waits for its commit, and is sent once', async (_, cause) => {
  const recipient = email();
  await cause(await newWorld(), recipient);

  expect(refused).toEqual(queued.filter(({ queue }) => queue === 'mail'));
  expect(await inboxOf(recipient)).toEqual([]);
  await deliverAll();
  expect(await inboxOf(recipient)).toHaveLength(1);
});

test('the work of a restock, and its email, come early and are done once', async () => {
  const world = await newWorld();
  const shopper = email();
  await join(world, shopper);
  await succeeded(restock(world, 'lorry 7'));

  await deliverAll();
  expect(refused.filter(({ queue }) => queue === 'restockMail')).toHaveLength(1);
  expect(await inboxOf(shopper)).toHaveLength(1);
  expect(await count(world)).toBe(0);
});

test('the work of a variant that is gone comes early and is done once', async () => {
  const world = await newWorld();
  const [product] = world.products;
  await join(world, email());
  const [, left] = product.variants;
  await succeeded(invoke(importRecords, { store_id: world.store.id, products: [{ ...product, variants: [left] }] }));

  await deliverAll();
  expect(queued.map(({ body }) => JSON.parse(body).work)).toContain('drop');
  expect(await count(world)).toBe(0);
});

test('an email is sent though its shopper is read before the commit and its batch after it', async () => {
  const world = await newWorld();
  const shopper = email();
  await join(world, shopper);
  await succeeded(restock(world, 'lorry 8'));
  for (const message of [...queued]) if (message.queue === 'waitlist') await deliver(message);
  const mail = queued.find(({ queue, body }) => queue === 'restockMail' && body.includes(shopperOf(shopper)));
  const { pk } = keys.shopperEntry(world.store.id, shopperOf(shopper), '');

  // The items of a BatchGetItem are read one by one.
  let isFirst = true;
  const takeNotice = (item: Item): void => {
    if (isFirst) delete item.notice;
    isFirst = false;
  };
  const halfBefore = async (_: Intercepted, next: Next) => {
    const output = await next();
    const read = Object.values<Item[]>(output.Responses ?? {}).flat();
    read.filter((item) => item.pk === pk).forEach(takeNotice);
    return output;
  };
  expect(await withOnCall(dynamodb, halfBefore, async () => mail && deliver(mail))).toBe(true);

  expect(isFirst).toBe(false);
  expect(await inboxOf(shopper)).toHaveLength(1);
});
