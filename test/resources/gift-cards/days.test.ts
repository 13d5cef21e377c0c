/** Gift cards with a send date (`send_at`): no one has the code before, and then one email brings it. */
import { expect, onTestFinished, test } from 'vitest';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { getGiftCardBalance } from '../../../lib/resources/gift-cards/functions.ts';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import { payOrder, recordOrder } from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { toTimestamp } from '../../../lib/schema/times.ts';
import * as work from '../../../lib/work/sweep-gift-cards.ts';
import { dyingAfterCommit } from '../../support/aws/interleave.ts';
import { underRoleOf } from '../../support/aws/permissions.ts';
import { batchOf, inboxOf, queuedMails } from '../../support/aws/queued-messages.ts';
import { watchingReads } from '../../support/aws/reads-outside.ts';
import { allTextsOf, entitiesOf, isolateTables } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { seconds } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

isolateTables('test');

const sendMail = await handlerOf({ name: 'send-mail' });

const sweep = () =>
  underRoleOf('sweep-gift-cards', () => watchingReads('sweep-gift-cards', () => work.sweepGiftCards()));

const week = 7 * 86_400;

const later = (time: string, by: number): string => toTimestamp(Date.parse(time) + by * 1000);

const newAddress = (): string => `${newId('customer').toLowerCase()}@example.com`;

interface Bought {
  world: World;
  send_at: string;
  recipient: string;
  order: ReturnType<typeof orderOf>;
}

/** A gift card that is bought for a day in a week. */
async function bought(line: object = {}, fields: object = {}): Promise<Bought> {
  const world = await newWorld();
  const [recipient, send_at] = [newAddress(), seconds(week)];
  const asked = { unit_price: 1500, recipient_email: recipient, message: 'Happy birthday', send_at, ...line };
  const order = orderOf(world, { lines: [lineOf(world.products[2], asked)], ...fields });
  await succeeded(record(world, order));
  return { world, recipient, send_at, order };
}

const cardsOf = async ({ read: key }: World) => (await call(contract.listGiftCards, { key })).body.data;

const mailsFor = ({ store }: World): string[] => queuedMails.filter((body) => body.includes(store.id));

/** Every clock has passed the send date. */
async function dayComes({ send_at }: Bought): Promise<void> {
  setClock(later(send_at, 5));
  expect(await sweep()).toMatchObject({ failed: 0 });
}

/** Delivers each of the store's emails twice. */
async function deliver(world: World): Promise<void> {
  const bodies = mailsFor(world);
  for (const body of [...bodies, ...bodies]) expect(await sendMail(batchOf([body]))).toEqual({ batchItemFailures: [] });
}

const codeIn = ({ body }: { body: { text: string } }): string =>
  /(?:[A-Z2-9]{4}-){6}[A-Z2-9]{4}/.exec(body.text)?.[0] ?? '';

test('the card is issued with the order, and no email is queued before its day', async () => {
  const { world, send_at, recipient, order } = await bought();

  expect(await cardsOf(world)).toMatchObject([
    { balance: 1500, status: 'active', recipient_email: recipient, message: 'Happy birthday' },
  ]);
  expect(await invoke(recordOrder, { store_id: world.store.id, order })).toMatchObject({ lines: [{ send_at }] });
  for (const before of [-1, 0, 4]) {
    setClock(later(send_at, before));
    await sweep();
    expect(mailsFor(world)).toEqual([]);
  }
});

test('on its day the code is replaced and mailed once, with each message twice', async () => {
  const card = await bought();
  const { world, recipient } = card;
  const [{ last4 }] = await cardsOf(world);

  await dayComes(card);
  await sweep();
  await deliver(world);

  const mails = await inboxOf(recipient);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.body.text).toContain('Happy birthday');
  const code = codeIn(mails[0] ?? { body: { text: '' } });
  expect(await invoke(getGiftCardBalance, { store_id: world.store.id, code })).toMatchObject({ balance: 1500 });
  expect(await cardsOf(world)).toMatchObject([{ last4: code.slice(-4) }]);
  expect(code.slice(-4)).not.toBe(last4);
  expect((await entitiesOf(world.store.id)).filter(({ sk }) => sk === 'DAY')).toEqual([]);
});

test.each<[string, (world: World, id: string) => Promise<unknown>]>([
  ['disabled', ({ write: key }, id) => call(contract.disableGiftCard, { key, path: { gift_card_id: id } })],
  [
    'used',
    ({ write: key }, id) => call(contract.adjustGiftCard, { key, path: { gift_card_id: id }, body: { amount: -1500 } }),
  ],
  [
    'expired',
    ({ write: key }, id) =>
      call(contract.updateGiftCard, { key, path: { gift_card_id: id }, body: { expires_at: seconds(3600) } }),
  ],
])('a card that is %s on its day gets no email, then or later', async (status, change) => {
  const card = await bought();
  const { world } = card;
  const [{ id, last4 }] = await cardsOf(world);
  await change(world, id);

  await dayComes(card);

  expect(await cardsOf(world)).toMatchObject([{ status, last4 }]);
  const path = { gift_card_id: id };
  await call(contract.enableGiftCard, { key: world.write, path });
  await call(contract.adjustGiftCard, { key: world.write, path, body: { amount: 100 } });
  await call(contract.updateGiftCard, { key: world.write, path, body: {} });
  setClock(seconds(3600));
  await sweep();
  expect(mailsFor(world)).toEqual([]);
});

test('a code that staff replace before is mailed then, and the day passes without another email', async () => {
  const card = await bought();
  const { world, recipient } = card;
  const [{ id }] = await cardsOf(world);
  const { body } = await call(contract.replaceGiftCardCode, { key: world.write, path: { gift_card_id: id } });
  await deliver(world);
  expect((await inboxOf(recipient)).map(codeIn)).toEqual([body.code]);

  await dayComes(card);
  await deliver(world);

  expect(await inboxOf(recipient)).toHaveLength(1);
  expect(mailsFor(world)).toHaveLength(1);
  expect(await cardsOf(world)).toMatchObject([{ last4: body.code.slice(-4) }]);
});

test('an order that is paid after the time is mailed at once', async () => {
  const { world, send_at, recipient, order } = await bought({}, { status: 'pending' });
  setClock(later(send_at, 60));
  await succeeded(invoke(payOrder, { store_id: world.store.id, order_id: order.id }));
  await deliver(world);

  expect(await inboxOf(recipient)).toHaveLength(1);
});

test('an order that is paid when only a fast clock has passed the time waits for the others', async () => {
  const card = await bought({}, { status: 'pending' });
  const { world, recipient, order, send_at } = card;
  setClock(later(send_at, 4));
  await succeeded(invoke(payOrder, { store_id: world.store.id, order_id: order.id }));
  expect(mailsFor(world)).toEqual([]);

  await dayComes(card);
  await deliver(world);
  expect(await inboxOf(recipient)).toHaveLength(1);
});

test('an order that is paid before waits for the time', async () => {
  const card = await bought({}, { status: 'pending' });
  const { world, recipient, order } = card;
  await succeeded(invoke(payOrder, { store_id: world.store.id, order_id: order.id }));
  expect(mailsFor(world)).toEqual([]);

  await dayComes(card);
  await deliver(world);
  expect(await inboxOf(recipient)).toHaveLength(1);
});

test('lines of one order keep their own times, over any number of commits', { tags: 'long' }, async () => {
  onTestFinished(resize((name) => (name === 'datedCards' ? 2 : undefined)));
  const world = await newWorld();
  const [first, second, third] = [newAddress(), newAddress(), newAddress()];
  const line = (recipient_email: string, send_at?: string) =>
    lineOf(world.products[2], { quantity: 3, unit_price: 500, recipient_email, send_at });
  const lines = [line(first, seconds(week)), line(second), line(third, seconds(2 * week))];
  await succeeded(record(world, orderOf(world, { lines })));
  const mailed = async () => {
    await sweep();
    await deliver(world);
    return Promise.all([first, second, third].map(async (address) => (await inboxOf(address)).length));
  };

  expect(await mailed()).toEqual([0, 3, 0]);
  setClock(seconds(week + 5));
  expect(await mailed()).toEqual([3, 3, 0]);
  setClock(seconds(week));
  expect(await mailed()).toEqual([3, 3, 3]);
});

test('an order of 100 cards for a day is issued in commits that DynamoDB takes', async () => {
  const { world } = await bought({ quantity: 100 });

  expect((await entitiesOf(world.store.id)).filter(({ sk }) => sk === 'DAY')).toHaveLength(100);
});

test.each([1, 2])('a sweep that dies after %s commits sends no second email', async (commits) => {
  const card = await bought({ quantity: 3 });
  const { world, recipient, send_at } = card;
  setClock(later(send_at, 5));
  for (let death = 0; death < commits; death += 1) await dyingAfterCommit(() => work.sweepGiftCards()).catch(() => 0);

  await dayComes(card);
  setClock(seconds(300));
  await deliver(world);

  expect(await inboxOf(recipient)).toHaveLength(3);
});

test('a line with a time and no recipient is MISSING_FIELD, one too far ahead or malformed INVALID_FIELD', async () => {
  const world = await newWorld();
  const ordering = (line: object) =>
    record(world, orderOf(world, { lines: [lineOf(world.products[2], { unit_price: 500, ...line })] }));
  const recipient_email = newAddress();
  const day = 86_400;

  expect(await ordering({ send_at: seconds(day) })).toEqual({
    errorType: 'MISSING_FIELD',
    errorMessage: 'line recipient_email is required with send_at',
  });
  expect(await ordering({ recipient_email, send_at: seconds(366 * day + 60) })).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage: 'line send_at must be within 366 days',
  });
  expect(await ordering({ recipient_email, send_at: 'tomorrow' })).toMatchObject({ errorType: 'INVALID_FIELD' });
  expect(await ordering({ recipient_email, send_at: seconds(366 * day) })).toMatchObject({ status: 'paid' });
  expect(await ordering({ recipient_email, send_at: seconds(-day) })).toMatchObject({ status: 'paid' });
});

test('the same order with another time is DUPLICATE', async () => {
  const { world, order, send_at } = await bought();
  const [line] = order.lines;
  const sameAt = (time: string | undefined) => record(world, { ...order, lines: [{ ...line, send_at: time }] });

  expect(await sameAt(send_at)).toMatchObject({ id: order.id });
  expect(await sameAt(later(send_at, 1))).toMatchObject({ errorType: 'DUPLICATE' });
  expect(await sameAt(undefined)).toMatchObject({ errorType: 'DUPLICATE' });
});

const forgetBuyer = ({ world }: Bought) =>
  succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: world.customers[0].id }));

test('if the buyer is deleted, the address of the recipient stays until the email is sent', async () => {
  const card = await bought();
  const { world, recipient } = card;
  await forgetBuyer(card);
  expect(await cardsOf(world)).toMatchObject([{ recipient_email: recipient, message: null }]);

  await dayComes(card);
  expect(await cardsOf(world)).toMatchObject([{ recipient_email: recipient }]);
  await deliver(world);

  expect(await inboxOf(recipient)).toHaveLength(1);
  expect(await cardsOf(world)).toMatchObject([{ recipient_email: null }]);
  expect((await allTextsOf(world.store.id)).filter((text) => text.includes(recipient))).toEqual([]);
});

test('if the buyer is deleted while the email is on its way, it still arrives', async () => {
  const card = await bought();
  const { world, recipient } = card;
  await dayComes(card);
  await forgetBuyer(card);
  await deliver(world);

  expect(await inboxOf(recipient)).toHaveLength(1);
  expect(await cardsOf(world)).toMatchObject([{ recipient_email: null }]);
});

test('if the buyer is deleted after the email, or before the order is paid, no address stays', async () => {
  const sent = await bought();
  await dayComes(sent);
  await deliver(sent.world);
  await forgetBuyer(sent);
  expect(await cardsOf(sent.world)).toMatchObject([{ recipient_email: null }]);

  const pending = await bought({}, { status: 'pending' });
  const { world, order, recipient } = pending;
  await forgetBuyer(pending);
  await succeeded(invoke(payOrder, { store_id: world.store.id, order_id: order.id }));
  expect(await cardsOf(world)).toMatchObject([{ recipient_email: recipient }]);
  await dayComes(pending);
  await deliver(world);
  expect(await inboxOf(recipient)).toHaveLength(1);
  expect(await cardsOf(world)).toMatchObject([{ recipient_email: null }]);
});

test('if the buyer is deleted and the card disabled, the address goes on the send date', async () => {
  const card = await bought();
  const { world, recipient } = card;
  const [{ id }] = await cardsOf(world);
  await call(contract.disableGiftCard, { key: world.write, path: { gift_card_id: id } });
  await forgetBuyer(card);

  await dayComes(card);

  expect(await cardsOf(world)).toMatchObject([{ recipient_email: null }]);
  expect(mailsFor(world)).toEqual([]);
  expect((await allTextsOf(world.store.id)).filter((text) => text.includes(recipient))).toEqual([]);
});

test("a buyer's own address is forgotten with them, and the day passes without an email", async () => {
  const world = await newWorld();
  const { email } = world.customers[0];
  const line = lineOf(world.products[2], {
    unit_price: 500,
    recipient_email: email.toUpperCase(),
    send_at: seconds(week),
  });
  await succeeded(record(world, orderOf(world, { lines: [line] })));
  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: world.customers[0].id }));
  expect(await cardsOf(world)).toMatchObject([{ recipient_email: null }]);

  setClock(seconds(week + 5));
  expect(await sweep()).toMatchObject({ failed: 0 });
  expect(mailsFor(world)).toEqual([]);
});

test('an order without a time is stored as it was before there were any, and shows none', async () => {
  const { world, order } = await bought({ send_at: undefined });

  const [stored] = (await entitiesOf(world.store.id)).filter(({ sk }) => sk === 'ORDER');
  expect(stored?.lines).toEqual([expect.not.objectContaining({ send_at: null })]);
  expect(await record(world, order)).toMatchObject({ lines: [{ send_at: null }] });
});
