/** What is left of a person once they are deleted: everything that the service keeps is searched. */
import { createHash } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { objectBucket, s3 } from '../../../lib/objects/objects.ts';
import { transactionOf } from '../../../lib/once/unit-of-work.ts';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer, exportCustomer } from '../../../lib/resources/customers/functions.ts';
import { auditLedger } from '../../../lib/resources/gift-cards/functions.ts';
import { getGiftCard, listGiftCards, listGiftCardTransactions } from '../../../lib/resources/gift-cards/operations.ts';
import type { Order } from '../../../lib/resources/orders/fields.ts';
import { payOrder, recordOrder } from '../../../lib/resources/orders/functions.ts';
import * as orders from '../../../lib/resources/orders/records.ts';
import { log } from '../../../lib/runtime/log.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { create } from '../../../lib/table/items.ts';
import { keys } from '../../../lib/table/keys.ts';
import { around, as, beforeReadOf, endingAfter } from '../../support/aws/interleave.ts';
import { batchOf, inboxOf, queuedMails } from '../../support/aws/queued-messages.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { keptInBucket, keptInTables, tracesOf } from '../../support/traces.ts';
import { orderOf, record } from '../../support/world/checkout.ts';
import { friend, keepLog, newPerson, type Person, said, words } from '../../support/world/person.ts';
import { sold } from '../../support/world/refunds.ts';
import { count } from '../../support/world/restocks.ts';
import { newCustomer, newWorld, succeeded } from '../../support/world/world.ts';

const sendMail = await handlerOf({ name: 'send-restock-mail' });

isolateTables('test');

const remove = ({ world, ada }: Person) => invoke(deleteCustomer, { store_id: world.store.id, customer_id: ada.id });

describe('a trace is noticed', () => {
  const email = said.email.toLowerCase();
  const decomposed = said.last.normalize('NFD').toUpperCase();

  test.each([
    ['in another letter case', said.email.toUpperCase()],
    ['with its accents apart', `{"name":"${decomposed}"}`],
    ['without its accents', 'zdenka OSVALDOVA'],
    ['escaped for a URL', `?q=${encodeURIComponent(said.last)}`],
    ['escaped for JSON', '{"name":"Zde\\u0148ka"}'],
    ['in base64', Buffer.from(`xy${email}xy`).toString('base64')],
    ['as the digest of an address', `sto_1#SHOPPER#${createHash('sha256').update(email).digest('base64url')}`],
    ['within a longer text', `Sent to ${said.street}, ${said.flat}`],
  ])('%s', (_, text) => {
    expect(tracesOf(words, [{ place: 'here', text }])).toHaveLength(1);
  });

  test('in an item, an object and a log line, and nowhere else', async () => {
    const lines = keepLog();
    const someone = await newPerson();
    const { store } = someone.world;
    await remove(someone);
    const key = { pk: `${store.id}#PLANTED`, sk: 'ITEM' };
    await dynamodb.send(transactionOf([create(key, { nested: [{ note: said.giftNote.toUpperCase() }] })]));
    const Key = `files/${store.id}/planted`;
    await s3().send(new PutObjectCommand({ Bucket: objectBucket(), Key, Body: `To ${decomposed}` }));
    log('info', 'planted', { email });

    expect(tracesOf(words, await keptInTables())).toEqual([expect.stringContaining('#PLANTED ITEM')]);
    expect(tracesOf(words, await keptInBucket(store.id))).toEqual([expect.stringContaining(Key)]);
    expect(tracesOf(words, lines)).toEqual([expect.stringContaining('log')]);
  });
});

test('orders and cards keep ids and amounts, and ledgers still add up', async () => {
  const someone = await newPerson();
  const { world, paid, payment } = someone;
  const read = async () => {
    const { body } = await call(listGiftCards, { key: world.read, query: { limit: 100 } });
    const ledgers = await Promise.all(
      body.data.map(async ({ id }: { id: string }) => {
        const path = { gift_card_id: id };
        return (await call(listGiftCardTransactions, { path, key: world.read })).body.data;
      }),
    );
    return { cards: body.data as Record<string, unknown>[], ledgers: ledgers.flat() as Record<string, unknown>[] };
  };
  const before = await read();
  await remove(someone);
  const after = await read();

  const amounts = ({ id, balance, initial_value, last4 }: Record<string, unknown>) => [
    id,
    balance,
    initial_value,
    last4,
  ];
  expect(after.cards.map(amounts)).toEqual(before.cards.map(amounts));
  expect(after.cards.filter(({ recipient_email, message }) => recipient_email !== null || message !== null)).toEqual(
    [],
  );
  const nameless = before.ledgers.map((entry) => ({
    ...entry,
    actor: JSON.stringify(entry.actor).includes('"customer"') ? { type: 'customer', name: null } : entry.actor,
  }));
  expect(after.ledgers).toEqual(nameless);
  expect(JSON.stringify(before.ledgers)).toContain(said.email);
  const again = await invoke(recordOrder, { store_id: world.store.id, order: paid });
  expect(again).toMatchObject({ id: paid.id, total: 900 + 4 * 700, paid_by_gift_card: 1000, gift_card_id: payment.id });
  expect(again).toMatchObject({ gift_note: null, lines: Array(3).fill({ recipient_email: null, message: null }) });
  const other = { ...paid, shipping: 1 };
  expect(await invoke(recordOrder, { store_id: world.store.id, order: other })).toMatchObject({
    errorType: 'DUPLICATE',
  });
  expect((await succeeded(invoke(auditLedger, { store_id: world.store.id }))).findings).toEqual([]);
  expect(await count(world)).toBe(0);
});

test('an email that was due is not sent to a deleted customer', async () => {
  const someone = await newPerson();
  await remove(someone);
  await sendMail(batchOf(queuedMails.filter((body) => body.includes(someone.world.store.id))));

  expect(await inboxOf(said.email)).toEqual([]);
  expect(await inboxOf(said.email.toLowerCase())).toEqual([]);
  expect(await inboxOf(said.email.toUpperCase())).toEqual([]);
});

test('a pending order that is paid later only emails the cards with a recipient on their line', async () => {
  const someone = await newPerson();
  const { world, pending } = someone;
  await remove(someone);
  const queued = queuedMails.length;

  const order: Order = await succeeded(invoke(payOrder, { store_id: world.store.id, order_id: pending.id }));

  expect(order.lines.map(({ recipient_email }) => recipient_email)).toEqual([null, null, friend]);
  const mails = queuedMails.slice(queued).map((body) => JSON.parse(body));
  expect(mails).toHaveLength(2);
  for (const { gift_card_id } of mails) {
    const { body } = await call(getGiftCard, { path: { gift_card_id }, key: world.read });
    expect(body).toMatchObject({ recipient_email: friend, message: null, balance: 700 });
  }
  const { body } = await call(listGiftCards, { key: world.read, query: { limit: 100 } });
  expect(body.data).toHaveLength(1 + 4 + 6);
  expect(await invoke(recordOrder, { store_id: world.store.id, order: pending })).toMatchObject({
    status: 'paid',
    lines: Array(3).fill({ recipient_email: null }),
  });
  expect(tracesOf(words, await keptInTables())).toEqual([]);
});

test('an order that comes while the customer is being deleted is refused, and leaves nothing', async () => {
  const someone = await newPerson();
  const { world, ada } = someone;
  const order = orderOf(world, { customer_id: ada.id, gift_note: said.giftNote });
  around(
    ({ by, command }) => by === 'late' && command.startsWith('TransactWrite'),
    async (send) => {
      await remove(someone);
      return send();
    },
  );

  expect(await as('late', () => record(world, order))).toMatchObject({ errorType: 'NOT_FOUND' });
  expect(tracesOf(words, await keptInTables())).toEqual([]);
});

test('two deletions at once leave no order half forgotten', async () => {
  const { world, order } = await sold(5);
  onTestFinished(resize((name) => (name === 'forgottenCards' ? 2 : undefined)));
  const deletion = () => invoke(deleteCustomer, { store_id: world.store.id, customer_id: order.customer_id });
  const commits = endingAfter(3, 'twin');
  beforeReadOf(keys.order(world.store.id, order.id), () => as('twin', deletion));

  await succeeded(deletion());

  expect(commits()).toBeGreaterThan(3);
  const forgotten = await orders.get(world.store.id, order.id);
  expect([forgotten.customer_email, forgotten.forgotten_to]).toEqual([null, undefined]);
});

test('a customer imported again under the same id has nothing of the former one', async () => {
  const someone = await newPerson();
  const { world, ada } = someone;
  await remove(someone);
  const next = newCustomer({ id: ada.id });
  await succeeded(invoke(importRecords, { store_id: world.store.id, customers: [next] }));

  const { data } = await succeeded(invoke(exportCustomer, { store_id: world.store.id, customer_id: ada.id }));

  const times = { created_at: expect.any(String), updated_at: expect.any(String) };
  expect(data).toEqual([
    { ...next, type: 'customer', locale: null, standing: 'good', unsubscribed_at: null, ...times },
  ]);
});

describe('an export', () => {
  const exported = ({ world, ada }: Person, fields: object = {}) =>
    invoke(exportCustomer, { store_id: world.store.id, customer_id: ada.id, ...fields });

  test('contains all their data, each kind with its fields', async () => {
    const someone = await newPerson();

    const { data, has_more, next } = await succeeded(exported(someone, { limit: 100 }));

    const kinds = Object.groupBy(data, ({ type }) => type);
    expect([has_more, next]).toEqual([false, null]);
    expect(Object.entries(kinds).map(([type, records]) => [type, records?.length])).toEqual([
      ['customer_address', 1],
      ['customer', 1],
      ['review', 1],
      ['waitlist_entry', 3],
      ['order', 2],
      ['gift_card_transaction', 5],
    ]);
    for (const word of [said.email, said.street, said.review, said.giftNote, said.message]) {
      expect(JSON.stringify(data)).toContain(word);
    }
    expect(kinds.gift_card_transaction?.map((entry) => 'transaction_type' in entry && entry.transaction_type)).toEqual(
      expect.arrayContaining(['issued', 'redeemed']),
    );
  });

  test('is the same in pages of any size', async () => {
    const someone = await newPerson();
    const whole = await succeeded(exported(someone, { limit: 100 }));

    for (const limit of [1, 4]) {
      const records = [];
      for (let after: string | null | undefined; after !== null; ) {
        const page: typeof whole = await succeeded(exported(someone, { limit, after }));
        expect([page.has_more, page.data.length <= limit]).toEqual([page.next !== null, true]);
        records.push(...page.data);
        after = page.next;
      }
      expect(records).toEqual(whole.data);
    }
  });

  test('is refused for an unknown customer, and with an unknown cursor', async () => {
    const someone = await newPerson();
    expect(await exported(someone, { after: 'orders.ord_1.gcd_1.x' })).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'after must be the next of a page',
    });
    await remove(someone);
    expect(await exported(someone)).toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await exported(someone, { customer_id: 'cus_none' })).toMatchObject({ errorType: 'NOT_FOUND' });
  });
});

test("an export does not continue within another customer's order", async () => {
  const world = await newWorld();
  const [ada, grace] = world.customers;
  const { id } = await succeeded(record(world, orderOf(world, { customer_id: grace.id })));

  expect(
    await invoke(exportCustomer, { store_id: world.store.id, customer_id: ada.id, after: `orders.${id}.gcd_1` }),
  ).toEqual({ errorType: 'INVALID_FIELD', errorMessage: 'after must be the next of a page' });
});

test('who is deleted while they are exported is not found', async () => {
  const someone = await newPerson();
  const { world, ada } = someone;
  let isDeleted = false;
  around(
    ({ by, command }) => by === 'exported meanwhile' && command === 'QueryCommand' && !isDeleted,
    async (send) => {
      isDeleted = true;
      await remove(someone);
      return send();
    },
  );

  const answer = await as('exported meanwhile', () =>
    invoke(exportCustomer, { store_id: world.store.id, customer_id: ada.id }),
  );

  expect(answer).toMatchObject({ errorType: 'NOT_FOUND' });
});

test('refuses a customer the store never had', async () => {
  const { store } = await newWorld();
  expect(await invoke(deleteCustomer, { store_id: store.id, customer_id: 'cus_unknown' })).toMatchObject({
    errorType: 'NOT_FOUND',
  });
});
