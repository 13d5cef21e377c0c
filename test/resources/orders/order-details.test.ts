import { expect, test, vi } from 'vitest';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { getGiftCard } from '../../../lib/resources/gift-cards/operations.ts';
import { getOrder, payOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { getRecordedOrder } from '../../../lib/resources/orders/operations.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const shown = ({ store }: World, order_id: string) => succeeded(invoke(getOrder, { store_id: store.id, order_id }));

const refunded = ({ store }: World, order_id: string, refund_id: string, amount: number) =>
  succeeded(invoke(refundOrder, { store_id: store.id, order_id, refund_id, amount }));

test('an order is shown by both reads as it was recorded, with its refunds, newest first, and the cards that it bought', async () => {
  const world = await newWorld();
  const { code } = await issued(world);
  await succeeded(hold(world, code, { checkout_id: 'checkout' }));
  const lines = [
    lineOf(world.products[2], { quantity: 2, unit_price: 1500, recipient_email: 'grace@example.com' }),
    lineOf(world.products[0], { unit_price: 1000 }),
  ];
  const recorded = await succeeded(record(world, orderOf(world, { lines, checkout_id: 'checkout' })));
  const first = await refunded(world, recorded.id, 'first', 200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 });
  const second = await refunded(world, recorded.id, 'second', 300);
  vi.useRealTimers();

  const { refunds, gift_cards, ...order } = await shown(world, recorded.id);

  expect(order).toEqual({ ...recorded, refunded: 500 });
  const times = { created_at: expect.stringMatching(/Z$/) };
  expect(refunds).toEqual([
    { ...second, amount: 300, ...times },
    { ...first, amount: 200, ...times },
  ]);
  expect(gift_cards.map((card) => card.initial_value)).toEqual([1500, 1500]);
  for (const card of gift_cards) {
    const { body } = await call(getGiftCard, { key: world.read, path: { gift_card_id: card.id } });
    expect(body).toEqual(card);
  }
  const { status, body } = await call(getRecordedOrder, { key: world.read, path: { id: recorded.id } });
  expect({ status, body }).toEqual({ status: 200, body: { ...order, refunds, gift_cards } });
});

test('of more than 100 gift cards the first 100 are shown, without the card that paid', { tags: 'long' }, async () => {
  const world = await newWorld();
  const { code } = await issued(world);
  await succeeded(hold(world, code, { checkout_id: 'checkout' }));
  const lines = [lineOf(world.products[2], { quantity: 101, unit_price: 100 })];
  const { id, gift_card_id } = await succeeded(record(world, orderOf(world, { lines, checkout_id: 'checkout' })));

  const { gift_cards } = await shown(world, id);

  const ids = gift_cards.map((card) => card.id);
  expect(ids).toHaveLength(100);
  expect(ids).not.toContain(gift_card_id);
  expect(ids).toEqual(ids.toSorted());
});

test('of more than 100 refunds the newest 100 are shown, however long their ids are', { tags: 'long' }, async () => {
  const world = await newWorld();
  const { id } = await succeeded(record(world, orderOf(world)));
  const longest = '💳'.repeat(255);
  await refunded(world, id, longest, 5);
  expect((await shown(world, id)).refunds).toMatchObject([{ refund_id: longest }]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 });
  for (let index = 0; index < 100; index += 1) await refunded(world, id, `refund ${index}`, 1);
  vi.useRealTimers();

  const { refunds } = await shown(world, id);

  expect(refunds).toHaveLength(100);
  expect(refunds.map(({ amount }) => amount)).toEqual(refunds.map(() => 1));
});

test('an order of a deleted customer still shows its refunds and its cards, without any person', {
  tags: 'long',
}, async () => {
  const world = await newWorld();
  const lines = [
    lineOf(world.products[2], { quantity: 50, unit_price: 100, message: 'From your niece' }),
    lineOf(world.products[0], { unit_price: 100 }),
  ];
  const { id, customer_id } = await succeeded(record(world, orderOf(world, { status: 'pending', lines })));
  await succeeded(invoke(payOrder, { store_id: world.store.id, order_id: id }));
  await refunded(world, id, 'one', 100);
  const before = await shown(world, id);

  await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id }));

  const after = await shown(world, id);
  expect(after.refunds).toEqual(before.refunds);
  expect(after.gift_cards.map((card) => card.id)).toEqual(before.gift_cards.map((card) => card.id));
  expect(after.gift_cards).toHaveLength(50);
  for (const { recipient_email, message } of after.gift_cards) expect([recipient_email, message]).toEqual([null, null]);
});

test('finds no order that was not recorded, and none of another store', async () => {
  const [world, other] = [await newWorld(), await newWorld()];
  const { id } = await succeeded(record(other, orderOf(other)));

  for (const order_id of [newId('order'), id]) {
    expect(await invoke(getOrder, { store_id: world.store.id, order_id })).toMatchObject({ errorType: 'NOT_FOUND' });
    const { status, body } = await call(getRecordedOrder, { key: world.read, path: { id: order_id } });
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  }
});
