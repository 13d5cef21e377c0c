import { describe, expect, test } from 'vitest';
import * as digitalFilesFunctions from '../../../lib/resources/digital-files/functions.ts';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import * as checkout from '../../../lib/resources/orders/functions.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import { keys } from '../../../lib/table/keys.ts';
import { beforeReadOf } from '../../support/aws/interleave.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { balanceOf, issued } from '../../support/world/gift-cards.ts';
import { expectLedgerProven } from '../../support/world/ledger.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const about = ({ store }: World, order: { id: string }) => ({ store_id: store.id, order_id: order.id });

const cancel = (world: World, order: { id: string }) => invoke(checkout.cancelOrder, about(world, order));

/** A pending order of 2333, of which a gift card paid what it had. */
async function abandoned({ value = 1500 } = {}) {
  const world = await newWorld();
  const { code, id } = await issued(world, { value });
  await hold(world, code);
  const order = orderOf(world, { status: 'pending', checkout_id: 'checkout' });
  const recorded = await succeeded(record(world, order));
  return { world, order, recorded, card: String(id), code: String(code) };
}

test('puts back what the gift card paid, once, and leaves the amounts of the order', async () => {
  const { world, order, recorded, card } = await abandoned();
  expect(await balanceOf(world, card)).toBe(0);

  const cancelled = await cancel(world, order);

  expect(cancelled).toEqual({ ...recorded, status: 'cancelled' });
  expect(cancelled).toMatchObject({ paid_by_gift_card: 1500, paid_by_card: 833, gift_card_id: card });
  expect(await cancel(world, order)).toEqual(cancelled);
  expect(await record(world, order)).toEqual(cancelled);
  expect(await balanceOf(world, card)).toBe(1500);
  const path = { gift_card_id: card };
  const entries = (await call(contract.listGiftCardTransactions, { path, key: world.write })).body.data;
  expect(entries).toMatchObject([
    { type: 'refunded', amount: 1500, order_id: order.id, actor: { type: 'system', name: null } },
    { type: 'redeemed', amount: -1500 },
    { type: 'issued' },
  ]);
  await expectLedgerProven(world);
});

test('puts it back onto a card of any status, above the highest balance too', async () => {
  const { world, order, card } = await abandoned();
  const path = { gift_card_id: card };
  await call(contract.adjustGiftCard, { path, body: { amount: 10_000_000 }, key: world.write });
  await call(contract.disableGiftCard, { path, key: world.write });

  expect(await cancel(world, order)).toMatchObject({ status: 'cancelled' });

  const { body } = await call(contract.getGiftCard, { path, key: world.write });
  expect(body).toMatchObject({ balance: 10_001_500, status: 'disabled' });
  await expectLedgerProven(world);
});

test('cancels an order that no gift card paid', async () => {
  const world = await newWorld();
  const order = orderOf(world, { status: 'pending' });
  await record(world, order);

  expect(await cancel(world, order)).toMatchObject({ status: 'cancelled', paid_by_gift_card: 0, gift_card_id: null });
});

describe('a cancelled order', () => {
  const later: [string, Invocable, object][] = [
    ['paid', checkout.payOrder, {}],
    ['fulfilled', checkout.fulfilOrder, {}],
    ['refunded', checkout.refundOrder, { refund_id: 'one', amount: 1 }],
  ];

  test.each(later)('is not %s', async (_, invocable, fields) => {
    const { world, order, card } = await abandoned();
    await cancel(world, order);

    expect(await invoke(invocable, { ...about(world, order), ...fields })).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'The order is cancelled',
    });
    expect(await balanceOf(world, card)).toBe(1500);
  });

  test('gives no downloads and no gift cards', async () => {
    const world = await newWorld();
    const [, digital, giftCard] = world.products;
    const lines = [lineOf(digital, { unit_price: 5 }), lineOf(giftCard, { unit_price: 500 })];
    const order = orderOf(world, { status: 'pending', lines });
    await record(world, order);
    await cancel(world, order);
    await record(world, order);

    const download = { ...about(world, order), variant_id: digital.variants[0]?.id };
    expect(await invoke(digitalFilesFunctions.createDownload, download)).toEqual({
      errorType: 'FORBIDDEN',
      errorMessage: 'The order is cancelled',
    });
    expect((await call(contract.listGiftCards, { key: world.write })).body.data).toEqual([]);
  });

  test('has freed its money: another checkout spends it', async () => {
    const { world, order, code } = await abandoned();
    await cancel(world, order);

    expect(await hold(world, code, { checkout_id: 'another' })).toMatchObject({ held: 1500 });
    const next = orderOf(world, { checkout_id: 'another' });
    expect(await record(world, next)).toMatchObject({ paid_by_gift_card: 1500 });
    await expectLedgerProven(world);
  });
});

test.each(['paid', 'fulfilled'])('an order that is %s is refunded, not cancelled', async (status) => {
  const world = await newWorld();
  const order = orderOf(world, { status });
  await record(world, order);

  expect(await cancel(world, order)).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage: 'Only a pending order can be cancelled',
  });
});

test('an unknown order, and one of another store, are not found', async () => {
  const { world, order } = await abandoned();
  const notFound = { errorType: 'NOT_FOUND', errorMessage: 'Resource not found' };

  expect(await cancel(world, { id: 'ord_unknown' })).toEqual(notFound);
  expect(await cancel(await newWorld(), order)).toEqual(notFound);
});

test('an order that is paid while it is being cancelled is not cancelled, and keeps its money', async () => {
  const { world, order, card } = await abandoned();
  beforeReadOf(keys.giftCard(world.store.id, card), () => invoke(checkout.payOrder, about(world, order)));

  expect(await cancel(world, order)).toMatchObject({ errorType: 'INVALID_FIELD' });
  expect(await balanceOf(world, card)).toBe(0);
  await expectLedgerProven(world);
});

test('of paying and cancelling at once exactly one happens', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { world, order, card } = await abandoned();
    const [paid, cancelled] = await Promise.all([
      invoke(checkout.payOrder, about(world, order)),
      ...Array.from({ length: 4 }, () => cancel(world, order)),
    ]);
    const stands = await record(world, order);

    expect([paid, cancelled].filter((answer) => answer && 'errorType' in answer)).toHaveLength(1);
    expect(await balanceOf(world, card)).toBe(stands.status === 'cancelled' ? 1500 : 0);
    await expectLedgerProven(world);
  }
});
