/** Store credit at checkout: from the first hold to the order that spends it. */
import { describe, expect, test } from 'vitest';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { releaseGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import { getStoreCreditBalance, releaseStoreCredit } from '../../../lib/resources/store-credits/functions.ts';
import * as contract from '../../../lib/resources/store-credits/operations.ts';
import * as items from '../../../lib/table/items.ts';
import { keys } from '../../../lib/table/keys.ts';
import * as work from '../../../lib/work/sweep-gift-cards.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { beforeReadOf } from '../../support/aws/interleave.ts';
import { isolateTables } from '../../support/aws/table-contents.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, orderOf, record } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { balancesOf, creditPayment, granted, holdCredit, newCredits } from '../../support/world/credit-checkout.ts';
import { balanceOf, expectLedgerProven, issued, seconds } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

isolateTables('test');

const credit = (id: string | undefined, held: number) => ({ store_credit_id: id, held });

const released = ({ store }: World, of: typeof releaseGiftCard | typeof releaseStoreCredit = releaseStoreCredit) =>
  invoke(of, { store_id: store.id, checkout_id: 'checkout' });

const balance = ({ store, customers }: World, checkout_id?: string) =>
  invoke(getStoreCreditBalance, { store_id: store.id, customer_id: customers[0].id, checkout_id });

const refusal = (errorMessage: string, errorType = 'INVALID_FIELD') => ({ errorType, errorMessage });

describe('hold-store-credit', () => {
  test('holds the credit that expires soonest first, then the oldest, and shows all holds', async () => {
    const { world, ids } = await newCredits(1000, 500);
    const soon = await granted(world, 400, { expires_at: seconds(3600) });

    expect(await holdCredit(world, { amount: 1700 })).toEqual({
      ...{ held: 1700, remainder: 0 },
      holds: [credit(soon, 400), credit(ids[0], 1000), credit(ids[1], 300)],
    });
    expect(await holdCredit(world, { amount: 1700, checkout_id: 'other' })).toMatchObject({ held: 200 });
  });

  test('joins the gift cards of the checkout and is replaced by the next call', async () => {
    const { world, ids } = await newCredits(1000, 500);
    const { id, code, last4 } = await issued(world, { value: 800 });
    await hold(world, code, { amount: 2000 });
    const card = { gift_card_id: id, last4, held: 800 };

    expect(await holdCredit(world, { amount: 2000 })).toMatchObject({ held: 1200, remainder: 0 });
    expect(await holdCredit(world, { amount: 2000, at_most: 300 })).toEqual({
      ...{ held: 300, remainder: 900 },
      holds: [card, credit(ids[0], 300)],
    });
    expect(await balance(world)).toMatchObject({ balance: 1500, available: 1200 });
    expect(await holdCredit(world, { amount: 2000, at_most: 0 })).toEqual({ held: 0, remainder: 1200, holds: [card] });
    expect(await balance(world)).toMatchObject({ available: 1500 });
  });

  test('with an at_most of 0 frees the credits, and the checkout then holds nothing', async () => {
    const { world } = await newCredits(1000);
    await holdCredit(world);

    expect(await holdCredit(world, { amount: 700, at_most: 0 })).toEqual({ held: 0, remainder: 700, holds: [] });
    expect(await balance(world, 'checkout')).toMatchObject({ balance: 1000, available: 1000 });
    expect(await released(world)).toEqual({ released: 0 });
  });

  test('of a customer without credit holds nothing and stores nothing', async () => {
    const world = await newWorld();

    expect(await holdCredit(world)).toEqual({ held: 0, remainder: 2333, holds: [] });
    expect(await items.find(keys.checkout(world.store.id, 'checkout'), items.rawItem)).toBeUndefined();
  });

  test('of another customer releases the credits of the first one', async () => {
    const { world } = await newCredits(1000);
    const [, other] = world.customers;
    const theirs = await granted(world, 200, { id: other.id });
    await holdCredit(world);

    expect(await holdCredit(world, { customer_id: other.id })).toEqual({
      ...{ held: 200, remainder: 2133 },
      holds: [credit(theirs, 200)],
    });
    expect(await balance(world)).toMatchObject({ available: 1000 });
  });

  test('refuses an unknown customer, another currency and an expiry in the past', async () => {
    const { world } = await newCredits(10, 10, 10);

    expect(await holdCredit(world, { customer_id: 'cus_nobody' })).toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await holdCredit(world, { currency: 'EUR' })).toEqual(refusal('The store credit is in USD'));
    expect(await holdCredit(world, { expires_at: seconds(-60) })).toEqual(refusal('expires_at must be in the future'));
  });

  test('holds fewer credits for an order with many lines, and refuses more lines than the gift cards allow', async () => {
    const { world } = await newCredits(10, 10, 10);

    expect(await holdCredit(world, { lines: 87 })).toMatchObject({ held: 30 });
    expect(await holdCredit(world, { lines: 88 })).toMatchObject({ held: 20, remainder: 2313 });
    for (const add of [false, true, true]) {
      const { code } = await issued(world, { value: 10 });
      await succeeded(hold(world, code, { add, amount: 2333 }));
    }
    expect(await holdCredit(world, { lines: 88 })).toEqual(
      refusal('An order with 3 payments can have at most 87 lines'),
    );
  });

  test('funds of a credit that is disabled or has expired since stay with the checkout that holds them', async () => {
    const { world, ids } = await newCredits(1000);
    const soon = await granted(world, 400, { expires_at: seconds(60) });
    await holdCredit(world, { amount: 1200 });
    const path = { id: world.customers[0].id, store_credit_id: ids[0] ?? '' };
    await call(contract.disableStoreCredit, { path, key: world.write });
    setClock(seconds(120));

    expect(await balance(world)).toMatchObject({ balance: 0, available: 0 });
    expect(await balance(world, 'checkout')).toMatchObject({ balance: 0, available: 1200 });
    expect(await holdCredit(world, { amount: 2000 })).toEqual({
      ...{ held: 1200, remainder: 800 },
      holds: [credit(soon, 400), credit(ids[0], 800)],
    });
    expect(await record(world, orderOf(world, { checkout_id: 'checkout' }))).toMatchObject({
      paid_by_store_credit: 1200,
    });
    await expectLedgerProven(world);
  });

  test('sixteen calls at once for eight checkouts hold exactly the balance', async () => {
    const { world } = await newCredits(1000, 1000);
    const call = (index: number) => holdCredit(world, { checkout_id: `checkout-${index % 8}`, amount: 300 });
    await Promise.all(Array.from({ length: 16 }, (_, index) => succeeded(call(index))));

    const last = await Promise.all(Array.from({ length: 8 }, (_, index) => succeeded(call(index))));

    expect(last.reduce((sum, { held }) => sum + held, 0)).toBe(2000);
    expect(await balance(world)).toMatchObject({ balance: 2000, available: 0 });
  });

  test('two round trips read the credits, and the third holds them', async () => {
    const { world } = await newCredits(1000, 500, 200);
    const { code } = await issued(world, { value: 800 });
    const trips = async (work: () => Promise<object>) => (await watch(() => succeeded(work()))).roundTrips;

    expect(await trips(() => holdCredit(world))).toBe(3);
    expect(await trips(() => hold(world, code, { add: true }))).toBe(3);
    expect(await trips(() => holdCredit(world))).toBe(3);
    expect(await trips(() => balance(world))).toBe(2);
  });
});

describe('get-store-credit-balance', () => {
  test('adds up active credits, shows what expires, and counts the own holds as available', async () => {
    const { world, ids } = await newCredits(1000, 500);
    const [soon, late] = [seconds(3600), seconds(7200)];
    for (const [value, expires_at] of [
      [30, late],
      [20, soon],
      [10, late],
    ] as const) {
      await granted(world, value, { expires_at });
    }
    await granted(world, 7, { expires_at: seconds(1) });
    const path = { id: world.customers[0].id, store_credit_id: ids[1] ?? '' };
    await call(contract.disableStoreCredit, { path, key: world.write });
    setClock(seconds(5));
    await holdCredit(world, { amount: 300 });

    expect(await balance(world)).toEqual({
      ...{ currency: 'USD', balance: 1060, available: 760 },
      expiring: [
        { amount: 20, expires_at: soon },
        { amount: 40, expires_at: late },
      ],
    });
    expect(await balance(world, 'checkout')).toMatchObject({ balance: 1060, available: 1060 });
  });

  test('of a customer without credit is 0, and of an unknown or deleted one is refused', async () => {
    const { world } = await newCredits(1000);
    const { store, customers } = world;
    const [ada, grace] = customers;
    const of = (customer_id: string) => invoke(getStoreCreditBalance, { store_id: store.id, customer_id });

    expect(await of(grace.id)).toEqual({ currency: 'USD', balance: 0, available: 0, expiring: [] });
    expect(await of('cus_nobody')).toMatchObject({ errorType: 'NOT_FOUND' });
    await succeeded(invoke(deleteCustomer, { store_id: store.id, customer_id: ada.id }));
    expect(await of(ada.id)).toMatchObject({ errorType: 'NOT_FOUND' });
    expect(await holdCredit(world)).toMatchObject({ errorType: 'NOT_FOUND' });
  });
});

describe('gift cards and store credits of one checkout', () => {
  async function both() {
    const { world, ids } = await newCredits(1000);
    const cards = [await issued(world, { value: 600 }), await issued(world, { value: 500 })];
    await hold(world, cards[0]?.code);
    await holdCredit(world);
    return { world, ids, cards };
  }

  test('a gift card without add replaces the other card, and the credits stay', async () => {
    const { world, ids, cards } = await both();

    expect(await hold(world, cards[1]?.code, { amount: 1300 })).toEqual({
      ...{ gift_card_id: cards[1]?.id, last4: cards[1]?.last4, held: 300, remainder: 0 },
    });
    const { payments } = await succeeded(record(world, orderOf(world, { checkout_id: 'checkout' })));
    expect(payments).toMatchObject([creditPayment(ids[0], 1000), { gift_card_id: cards[1]?.id, amount: 300 }]);
    expect(await balanceOf(world, cards[0]?.id)).toBe(600);
    await expectLedgerProven(world);
  });

  test('release-gift-card and release-store-credit release only their own holds', async () => {
    const { world } = await both();

    expect(await released(world, releaseGiftCard)).toEqual({ released: 600 });
    expect(await balance(world)).toMatchObject({ available: 0 });
    expect(await released(world)).toEqual({ released: 1000 });
    expect(await released(world)).toEqual({ released: 0 });
    expect(await items.find(keys.checkout(world.store.id, 'checkout'), items.rawItem)).toBeUndefined();
  });

  test('a checkout with a store credit shows no gift card to the release before', async () => {
    const { world, ids } = await newCredits(1000);
    await holdCredit(world);

    expect(await items.find(keys.checkout(world.store.id, 'checkout'), items.rawItem)).toMatchObject({
      gift_card_id: 'gcd_several',
      holds: [{ store_credit_id: ids[0] }],
    });
  });

  test('the sweep releases lapsed holds of both', async () => {
    const { world, ids, cards } = await both();
    const expires_at = seconds(60);
    await hold(world, cards[0]?.code, { expires_at });
    await holdCredit(world, { expires_at });
    setClock(seconds(120));

    await work.sweepGiftCards();

    expect(await items.find(keys.checkout(world.store.id, 'checkout'), items.rawItem)).toBeUndefined();
    const stored = await items.find<{ holds: object[] }>(keys.storeCredit(world.store.id, ids[0] ?? ''), items.rawItem);
    expect(stored?.holds).toEqual([]);
  });
});

test('the sweep reports the expiry of a store credit, which the release before does not take for a gift card', async () => {
  const { world } = await newCredits();
  const expires_at = seconds(60);
  const key = keys.storeCredit(world.store.id, await granted(world, 500, { expires_at }));
  expect(await items.find(key, items.rawItem)).toMatchObject({ due_pk: expect.stringMatching(/^DUE#CREDITS#/) });
  setClock(seconds(120));

  expect(await work.sweepGiftCards()).toMatchObject({ done: 1, failed: 0 });

  const stored = await items.find(key, items.rawItem);
  expect(stored).toMatchObject({ expiry_told: expires_at });
  expect(stored).not.toHaveProperty('due_pk');
});

describe('record-order', () => {
  test('spends cards and credits at once, shows the payments, and keeps the rest of the last one', async () => {
    const { world, ids } = await newCredits(1000, 800);
    const { id, code } = await issued(world, { value: 600 });
    await hold(world, code, { amount: 2333 });
    await holdCredit(world);
    const order = orderOf(world, { checkout_id: 'checkout' });

    const recorded = await succeeded(record(world, order));

    expect(recorded).toMatchObject({
      ...{ total: 2333, paid_by_gift_card: 600, paid_by_store_credit: 1733, paid_by_card: 0, gift_card_id: id },
      payments: [
        { type: 'gift_card', gift_card_id: id, amount: 600, refunded: 0 },
        creditPayment(ids[0], 1000),
        creditPayment(ids[1], 733),
      ],
    });
    expect(await record(world, order)).toEqual(recorded);
    expect(await balancesOf(world, ids)).toEqual([0, 67]);
    expect(await balance(world)).toMatchObject({ balance: 67, available: 67 });
    const path = { id: world.customers[0].id, store_credit_id: ids[0] ?? '' };
    const { data } = (await call(contract.listStoreCreditTransactions, { path, key: world.read })).body;
    expect(data[0]).toMatchObject({
      ...{ type: 'redeemed', amount: -1000, balance: 0, order_id: order.id },
      actor: { type: 'customer', name: world.customers[0].email },
    });
    await expectLedgerProven(world);
  });

  test('of another customer than the credits is refused and spends nothing', async () => {
    const { world, ids } = await newCredits(1000);
    await holdCredit(world);
    const order = orderOf(world, { checkout_id: 'checkout', customer_id: world.customers[1].id });

    expect(await record(world, order)).toEqual(refusal('The store credit belongs to another customer'));
    expect(await balancesOf(world, ids)).toEqual([1000]);
  });

  test('is refused while the hold of a credit has lapsed, and redeems nothing', async () => {
    const { world, ids } = await newCredits(1000);
    const { id, code } = await issued(world, { value: 600 });
    await hold(world, code, { amount: 2333 });
    await holdCredit(world, { expires_at: seconds(60) });
    setClock(seconds(120));
    const order = orderOf(world, { checkout_id: 'checkout' });

    expect(await record(world, order)).toEqual(refusal('checkout_id holds no gift card'));
    expect([await balanceOf(world, id), ...(await balancesOf(world, ids))]).toEqual([600, 1000]);
    await succeeded(holdCredit(world));
    expect(await record(world, order)).toMatchObject({ paid_by_gift_card: 600, paid_by_store_credit: 1000 });
  });

  test('a credit that joins while the order is being recorded pays, too', async () => {
    const { world, ids } = await newCredits(1000, 500);
    await holdCredit(world, { at_most: 1000 });
    beforeReadOf(keys.storeCredit(world.store.id, ids[0] ?? ''), () => holdCredit(world));

    expect(await record(world, orderOf(world, { checkout_id: 'checkout' }))).toMatchObject({
      paid_by_store_credit: 1500,
    });
    await expectLedgerProven(world);
  });
});
