import { describe, expect, test } from 'vitest';
import { getRestock, restockVariant } from '../../../lib/resources/waitlist/functions.ts';
import { allParts } from '../../../lib/resources/waitlist/waiting-count-records.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { around, as, dyingAfterCommit } from '../../support/aws/interleave.ts';
import { batchOf, inboxOf, queuedMails, queuedWork } from '../../support/aws/queued-messages.ts';
import { handlerOf } from '../../support/handlers.ts';
import { invoke } from '../../support/invoke.ts';
import { setClock } from '../../support/world/clock.ts';
import { count, join, notify, restock, variantOf } from '../../support/world/restocks.ts';
import { newWorld, type World } from '../../support/world/world.ts';

const workOnWaitlist = await handlerOf({ name: 'work-on-waitlist' });

const sendMail = await handlerOf({ name: 'send-restock-mail' });

test('a restock returns how many are waiting for the variant, and they stop being counted', async () => {
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

test('the same restock again sends no email and returns the same, also after new entries', async () => {
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
])('a restock that times out %s says so, and the same one again emails each shopper once', async (_, begin) => {
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

  // The messages of the first call are delivered as well.
  const work = queuedWork.slice(from[0]).filter((body) => body.includes('"notify"') && body.includes(world.store.id));
  expect(await workOnWaitlist(batchOf(work))).toEqual({ batchItemFailures: [] });
  setClock(new Date(Date.now() + 300_000).toISOString());
  const mails = queuedMails.slice(from[1]).filter((body) => body.includes(world.store.id));
  expect(await sendMail(batchOf(mails))).toEqual({ batchItemFailures: [] });
  expect(await Promise.all(emails.map(async (email) => (await inboxOf(email)).length))).toEqual([1, 1, 1]);
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

describe('get-restock', () => {
  const progress = ({ store }: World, restock_id: string) => invoke(getRestock, { store_id: store.id, restock_id });

  test('sees how far a restock has come, in one round trip', { tags: 'long' }, async () => {
    const world = await newWorld();
    await Promise.all(Array.from({ length: 40 }, (_, index) => join(world, `shopper${index}@example.com`)));
    await restock(world, 'one');
    const { store_id: _, ...variant } = variantOf(world);
    const progressOfOne = { restock_id: 'one', ...variant, created_at: expect.any(String), notifying: 40 };
    expect(await progress(world, 'one')).toEqual({ ...progressOfOne, notified: 0, done: false, finished_at: null });

    await notify(world, 'one', allParts.slice(0, 8));
    const halfway = await progress(world, 'one');
    expect(halfway).toMatchObject({ ...progressOfOne, done: false, finished_at: null });
    expect(halfway.notified).toBe(40 - (await count(world)));

    await notify(world, 'one', allParts.slice(8));
    const { result, roundTrips, capacity } = await watch(() => progress(world, 'one'));
    expect(result).toEqual({
      ...progressOfOne,
      notified: 40,
      done: true,
      finished_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(roundTrips).toBe(1);
    expect(capacity).toBe(2);
  });

  test('sees that a restock without entries is done', async () => {
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
