import { expect, test } from 'vitest';
import { newId } from '../../lib/runtime/ids.ts';
import { batchOf, inboxOf, queuedMails } from '../support/aws/queued-messages.ts';
import { handlerOf } from '../support/handlers.ts';
import { count, join, notify, restock } from '../support/world/restocks.ts';
import { newWorld } from '../support/world/world.ts';

const sendMail = await handlerOf({ name: 'send-mail' });

test('work of a restock that was never committed is dropped', async () => {
  const world = await newWorld();
  await join(world, 'ada@example.com');

  await notify(world, 'never');

  expect(await count(world)).toBe(1);
});

test('each shopper is mailed once, however often their message is delivered, and nobody for a batch that never was', async () => {
  const world = await newWorld();
  const shoppers = [1, 2].map(() => `${newId('customer')}@example.com`);
  await Promise.all(shoppers.map((shopper) => join(world, shopper)));
  await restock(world, 'one');
  await notify(world, 'one');
  const messages = queuedMails.filter((body) => body.includes(world.store.id));
  const never = messages.map((body) => JSON.stringify({ ...JSON.parse(body), batch: 'never', queued_at: 0 }));

  for (const bodies of [messages, never, messages]) {
    expect(await sendMail(batchOf(bodies))).toEqual({ batchItemFailures: [] });
  }

  expect(messages).toHaveLength(2);
  for (const shopper of shoppers) {
    expect(await inboxOf(shopper)).toMatchObject([{ subject: 'Back in stock: Teapot, Small' }]);
  }
});
