import { expect, test } from 'vitest';
import { restockVariant } from '../../../lib/resources/waitlist/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { dyingAfterCommit } from '../../support/aws/failing-writes.ts';
import { around, as } from '../../support/aws/interleave.ts';
import { batchOf, inboxOf, queuedMails, queuedWork } from '../../support/aws/queued-messages.ts';
import { handlerOf } from '../../support/handlers.ts';
import { invoke } from '../../support/invoke.ts';
import { setClock } from '../../support/world/clock.ts';
import { count, join, notify, restock, variantOf } from '../../support/world/restocks.ts';
import { newWorld } from '../../support/world/world.ts';

const workOnWaitlist = await handlerOf({ name: 'work-on-waitlist' });
const sendMail = await handlerOf({ name: 'send-mail' });

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

test('shoppers are notified although the function dies right after its commit', async () => {
  const world = await newWorld();
  await join(world, 'ada@example.com');

  await dyingAfterCommit(() => restock(world, 'one'));

  expect(queuedWork.filter((body) => body.includes(world.store.id) && body.includes('"notify"'))).not.toEqual([]);
});

/** The SDK has given up waiting for its answer. */
const timedOut = () => Object.assign(new Error('Request did not complete within 3000 ms'), { name: 'TimeoutError' });

test.each([
  ['before its commit took effect', async () => undefined],
  ['after its commit took effect', (send: () => Promise<unknown>) => send()],
])('a restock that times out %s says so, and the same one again mails everybody once', async (_, begin) => {
  const world = await newWorld();
  const emails = [1, 2, 3].map(() => `${newId('customer')}@example.com`);
  for (const email of emails) await join(world, email);
  const from = [queuedWork.length, queuedMails.length];
  around(
    ({ by, command }) => by === 'timing out' && command.startsWith('PutItem'),
    async (send) => {
      await begin(send);
      throw timedOut();
    },
  );

  expect(await as('timing out', () => restock(world, 'one'))).toEqual({
    errorType: 'INTERNAL_ERROR',
    errorMessage: 'Internal server error. Invoke the function again with the same payload',
  });
  expect(await restock(world, 'one')).toMatchObject({ notifying: 3 });
  expect(await restock(world, 'one')).toMatchObject({ notifying: 3 });

  // Whatever the first call has queued is delivered as well.
  const work = queuedWork.slice(from[0]).filter((body) => body.includes('"notify"') && body.includes(world.store.id));
  expect(await workOnWaitlist(batchOf(work))).toEqual({ batchItemFailures: [] });
  setClock(new Date(Date.now() + 300_000).toISOString());
  const mails = queuedMails.slice(from[1]).filter((body) => body.includes(world.store.id));
  expect(await sendMail(batchOf(mails))).toEqual({ batchItemFailures: [] });
  expect(await Promise.all(emails.map(async (email) => (await inboxOf(email)).length))).toEqual([1, 1, 1]);
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
    await invoke(restockVariant, { ...variantOf(world), variant_id: 'prv_unknown', restock_id: 'one' }),
  ).toMatchObject({ errorType: 'NOT_FOUND' });
  expect(await invoke(restockVariant, variantOf(world))).toEqual({
    errorType: 'MISSING_FIELD',
    errorMessage: 'restock_id is required',
  });
});

test('a restock_id of characters that no queue takes is one like any other', async () => {
  const world = await newWorld();
  await join(world, 'ada@example.com');
  const restockId = '\u0001\u007f\u0085\ufffe\uffff"😀';

  expect(await restock(world, restockId)).toMatchObject({ notifying: 1 });
  await notify(world, restockId);

  expect(await count(world)).toBe(0);
});
