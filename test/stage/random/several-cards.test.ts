/** Checkouts and orders of several gift cards, while the earlier release, which knows only one card, serves some of the requests. */
import { beforeAll, expect, test } from 'vitest';
import { releaseGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import { cancelOrder, getOrder, payOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { beforeStoreCredit } from '../../releases/release.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, orderOf, record } from '../../support/world/checkout.ts';
import { balanceOf, expectLedgerProven, issued } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';
import { type By, byThis, release, servedBy } from './versions.ts';

let byEarlier: By;

beforeAll(async () => {
  byEarlier = servedBy(await release(beforeStoreCredit));
});

/** A checkout that holds 1000 and 800 of two cards, and a third card of 500. */
async function held() {
  const world = await newWorld();
  const cards: { id: string; code: string }[] = [];
  for (const value of [1000, 800, 500]) cards.push(await issued(world, { value }));
  const [first, second, third] = cards.map(({ code }) => code);
  await succeeded(hold(world, first ?? '', { amount: 2333 }));
  await succeeded(hold(world, second ?? '', { amount: 2333, add: true }));
  const balances = () => Promise.all(cards.map(({ id }) => balanceOf(world, id)));
  return { world, third: third ?? '', ids: cards.map(({ id }) => id), balances };
}

/** An order of 2333, of which the two cards paid 1800. */
async function ordered(status: 'pending' | 'paid') {
  const made = await held();
  const order = orderOf(made.world, { status, checkout_id: 'checkout' });
  const recorded = await succeeded(record(made.world, order));
  const about = { store_id: made.world.store.id, order_id: recorded.id };
  const refund = (refund_id: string, amount: number) => invoke(refundOrder, { ...about, refund_id, amount });
  return { ...made, recorded, about, refund };
}

const released = ({ store }: World) => invoke(releaseGiftCard, { store_id: store.id, checkout_id: 'checkout' });

test('the earlier release finds no hold of several cards, and neither spends nor releases one of them', async () => {
  const { world, balances } = await held();
  const order = orderOf(world, { checkout_id: 'checkout' });

  expect(await byEarlier(() => record(world, order))).toMatchObject({ errorMessage: 'checkout_id holds no gift card' });
  expect(await byEarlier(() => released(world))).toEqual({ released: 0 });
  expect(await balances()).toEqual([1000, 800, 500]);
  expect(await record(world, order)).toMatchObject({ paid_by_gift_card: 1800 });
  await expectLedgerProven(world);
});

test('the earlier release replaces several cards with one, and only this card pays, by either release', async () => {
  for (const by of [byEarlier, byThis]) {
    const { world, third, ids, balances } = await held();
    expect(await byEarlier(() => hold(world, third, { amount: 2333 }))).toMatchObject({ held: 500, remainder: 1833 });

    expect(await by(() => record(world, orderOf(world, { checkout_id: 'checkout' })))).toMatchObject({
      gift_card_id: ids[2],
      paid_by_gift_card: 500,
    });
    expect(await balances()).toEqual([1000, 800, 0]);
    await expectLedgerProven(world);
  }
});

test('holds that the earlier release replaced are released with the next change of the checkout', async () => {
  const { world, third } = await held();
  await succeeded(byEarlier(() => hold(world, third, { amount: 2333 })));

  expect(await released(world)).toEqual({ released: 2300 });
});

test('the earlier release refunds nothing of an order of several cards, and this release refunds everything', async () => {
  const { world, balances, refund } = await ordered('paid');

  expect(await byEarlier(() => refund('one', 100))).toMatchObject({ errorType: 'INVALID_FIELD' });
  expect(await refund('two', 633)).toMatchObject({ to_card: 533, to_gift_card: 100 });
  expect(await byEarlier(() => refund('three', 1))).toMatchObject({ errorType: 'INVALID_FIELD' });
  expect(await balances()).toEqual([0, 100, 500]);
  expect(await refund('four', 1700)).toMatchObject({ to_card: 0, to_gift_card: 1700 });
  expect(await balances()).toEqual([1000, 800, 500]);
  await expectLedgerProven(world);
});

test('the earlier release does not cancel an order of several cards, and this release returns everything', async () => {
  const { world, balances, about } = await ordered('pending');

  await expect(byEarlier(() => succeeded(invoke(cancelOrder, about)))).rejects.toThrow();
  expect(await balances()).toEqual([0, 0, 500]);
  expect(await succeeded(invoke(getOrder, about))).toMatchObject({ status: 'pending' });
  expect(await invoke(cancelOrder, about)).toMatchObject({ status: 'cancelled' });
  expect(await balances()).toEqual([1000, 800, 500]);
  await expectLedgerProven(world);
});

test('an order of several cards keeps its payments while the earlier release marks it as paid', async () => {
  const { world, recorded, about, balances, refund } = await ordered('pending');

  expect(await byEarlier(() => invoke(payOrder, about))).toMatchObject({ status: 'paid', paid_by_gift_card: 1800 });
  expect(await succeeded(invoke(getOrder, about))).toMatchObject({ payments: recorded.payments });
  await succeeded(refund('one', 2333));
  expect(await balances()).toEqual([1000, 800, 500]);
  await expectLedgerProven(world);
});

test('an order of one card is refunded by both releases', async () => {
  const world = await newWorld();
  const { id, code } = await issued(world, { value: 1000 });
  for (const by of [byEarlier, byThis]) {
    await succeeded(by(() => hold(world, code, { amount: 400 })));
    const { id: order_id } = await succeeded(record(world, orderOf(world, { checkout_id: 'checkout' })));
    const about = { store_id: world.store.id, order_id };
    const refund = (refund_id: string, amount: number) =>
      succeeded(invoke(refundOrder, { ...about, refund_id: `${refund_id} of ${order_id}`, amount }));

    await byEarlier(() => refund('one', 2033));
    expect((await succeeded(invoke(getOrder, about))).payments).toMatchObject([{ amount: 400, refunded: 100 }]);
    await refund('two', 200);
    await byEarlier(() => refund('three', 100));
    expect((await succeeded(invoke(getOrder, about))).payments).toMatchObject([{ amount: 400, refunded: 400 }]);
  }
  expect(await balanceOf(world, id)).toBe(1000);
  await expectLedgerProven(world);
});
