/** Checkouts and orders that store credit pays for, while the earlier release, which knows no store credit, serves some of the requests. */
import { beforeAll, describe, expect, test } from 'vitest';
import * as checkouts from '../../../lib/resources/gift-cards/checkout-records.ts';
import { releaseGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import { cancelOrder, fulfilOrder, getOrder, payOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import type { releaseStoreCredit } from '../../../lib/resources/store-credits/functions.ts';
import { beforeStoreCredit } from '../../releases/release.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { later } from '../../support/world/clock.ts';
import { balancesOf, creditsOf, granted, holdCredit, newCredits } from '../../support/world/credit-checkout.ts';
import { balanceOf, expectLedgerProven, issued } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';
import { type Random, seeded } from '../engine/random.ts';
import { type By, byThis, release, servedBy } from './versions.ts';

let byEarlier: By;

beforeAll(async () => {
  byEarlier = servedBy(await release(beforeStoreCredit));
});

/** A checkout that holds 600 of a card, if there is one, and 1000 and 400 of two credits. */
async function held(hasCard: boolean) {
  const { world, ids } = await newCredits(1000, 400);
  const card = hasCard ? await issued(world, { value: 600 }) : undefined;
  if (card) await succeeded(hold(world, card.code, { amount: 2333 }));
  await succeeded(holdCredit(world, { amount: 2333 }));
  const balances = async () => [...(card ? [await balanceOf(world, card.id)] : []), ...(await balancesOf(world, ids))];
  return { world, ids, card, balances, whole: [...(card ? [600] : []), 1000, 400] };
}

/** An order of 2333 that this checkout has paid for. */
async function ordered(status: 'pending' | 'paid', hasCard: boolean) {
  const made = await held(hasCard);
  const recorded = await succeeded(record(made.world, orderOf(made.world, { status, checkout_id: 'checkout' })));
  const about = { store_id: made.world.store.id, order_id: recorded.id };
  const refund = (refund_id: string, amount: number, fields: object = {}) =>
    invoke(refundOrder, { ...about, refund_id, amount, ...fields });
  return { ...made, recorded, about, refund, order: () => succeeded(invoke(getOrder, about)) };
}

const released = ({ store }: World, of: typeof releaseGiftCard | typeof releaseStoreCredit = releaseGiftCard) =>
  invoke(of, { store_id: store.id, checkout_id: 'checkout' });

describe.each([
  ['store credit', false],
  ['store credit and a gift card', true],
])('%s', (_, hasCard) => {
  test('the earlier release finds no hold of the checkout, and neither spends nor releases one', async () => {
    const { world, balances, whole } = await held(hasCard);
    const order = orderOf(world, { checkout_id: 'checkout' });

    expect(await byEarlier(() => record(world, order))).toMatchObject({
      errorMessage: 'checkout_id holds no gift card',
    });
    expect(await byEarlier(() => released(world))).toEqual({ released: 0 });
    expect(await balances()).toEqual(whole);
    expect(await record(world, order)).toMatchObject({
      paid_by_gift_card: hasCard ? 600 : 0,
      paid_by_store_credit: 1400,
    });
    await expectLedgerProven(world);
  });

  test('the earlier release replaces all holds with one card, and only this card pays, by either release', async () => {
    for (const by of [byEarlier, byThis]) {
      const { world, balances, whole } = await held(hasCard);
      const { id, code } = await issued(world, { value: 500 });
      expect(await byEarlier(() => hold(world, code, { amount: 2333 }))).toMatchObject({ held: 500, remainder: 1833 });

      expect(await by(() => record(world, orderOf(world, { checkout_id: 'checkout' })))).toMatchObject({
        gift_card_id: id,
        paid_by_gift_card: 500,
      });
      expect(await balances()).toEqual(whole);
      expect(await balanceOf(world, id)).toBe(0);
      await expectLedgerProven(world);
    }
  });

  test('the earlier release refunds nothing of the order, and this release refunds everything', async () => {
    const { world, balances, whole, refund, order } = await ordered('paid', hasCard);

    expect(await byEarlier(() => refund('one', 100))).toMatchObject({ errorType: 'INVALID_FIELD' });
    await succeeded(refund('two', 1000));
    const before = await order();
    expect(await byEarlier(() => refund('three', 1))).toMatchObject({ errorType: 'INVALID_FIELD' });
    expect(await order()).toEqual(before);
    await succeeded(refund('four', 1333));
    expect(await balances()).toEqual(whole);
    await expectLedgerProven(world);
  });

  test('the earlier release does not cancel the order, and this release returns everything', async () => {
    const { world, balances, whole, about, order } = await ordered('pending', hasCard);
    const before = await order();

    await expect(byEarlier(() => succeeded(invoke(cancelOrder, about)))).rejects.toThrow();
    expect(await order()).toEqual(before);
    expect(await balances()).toEqual(whole.map(() => 0));
    expect(await invoke(cancelOrder, about)).toMatchObject({ status: 'cancelled' });
    expect(await balances()).toEqual(whole);
    await expectLedgerProven(world);
  });

  test('the order keeps its payments while the earlier release marks it as paid and fulfilled', async () => {
    const { world, recorded, about, balances, whole, order, refund } = await ordered('pending', hasCard);

    await succeeded(byEarlier(() => invoke(payOrder, about)));
    await succeeded(byEarlier(() => invoke(fulfilOrder, about)));
    const { payments, paid_by_store_credit, paid_by_gift_card } = recorded;
    expect(await order()).toMatchObject({ status: 'fulfilled', payments, paid_by_store_credit, paid_by_gift_card });
    await succeeded(refund('one', 2333));
    expect(await balances()).toEqual(whole);
    await expectLedgerProven(world);
  });
});

test('store credit that the earlier release replaced is free after the next change of the checkout', async () => {
  const { world, ids } = await newCredits(1000);
  await succeeded(holdCredit(world));
  const { code } = await issued(world, { value: 500 });
  await succeeded(byEarlier(() => hold(world, code, { amount: 2333 })));

  expect(await holdCredit(world, { checkout_id: 'other' })).toMatchObject({ held: 0 });
  expect(await released(world)).toEqual({ released: 1500 });
  expect(await holdCredit(world, { checkout_id: 'other' })).toMatchObject({
    holds: [{ store_credit_id: ids[0], held: 1000 }],
  });
});

test('the earlier release refunds nothing of an order that was refunded to store credit, even if one card paid for it', async () => {
  const world = await newWorld();
  const { id, code } = await issued(world, { value: 400 });
  await succeeded(hold(world, code));
  const { id: order_id } = await succeeded(byEarlier(() => record(world, orderOf(world, { checkout_id: 'checkout' }))));
  const refund = (refund_id: string, fields: object) =>
    invoke(refundOrder, { store_id: world.store.id, order_id, refund_id, ...fields });

  await succeeded(byEarlier(() => refund('one', { amount: 2033 })));
  await succeeded(refund('two', { amount: 100, to: 'store_credit' }));
  expect(await byEarlier(() => refund('three', { amount: 1 }))).toMatchObject({ errorType: 'INVALID_FIELD' });
  expect(await refund('four', { amount: 201 })).toMatchObject({ errorType: 'INVALID_FIELD' });
  expect(await refund('five', { amount: 200 })).toMatchObject({ to_card: 0, to_gift_card: 200 });
  expect(await balanceOf(world, id)).toBe(300);
  expect(await creditsOf(world)).toMatchObject([{ balance: 100, reason: 'refund' }]);
  await expectLedgerProven(world);
});

/** What an order of 1000 was paid with and what came back, as requests answered. */
interface Followed {
  id: string;
  paid: number;
  refunds: Map<string, { to_card: number; to_gift_card: number; to_store_credit?: number | undefined }>;
}

/** The two cards and the two credits of a play. */
const values = { cards: [800, 700], credits: [600, 500] } as const;

/** Makes a request for a checkout, or for an order once one is recorded. */
type Ask = (checkout_id: string, by: By, order: Followed | undefined) => Promise<unknown>;

/** Requests in any order, each served by either release if both know it. */
async function play(random: Random) {
  const { world } = await newCredits();
  const cards = [
    await issued(world, { value: values.cards[0] }),
    await issued(world, { value: values.cards[1] }),
  ] as const;
  for (const value of values.credits) await granted(world, value);
  const orders: Followed[] = [];
  const store_id = world.store.id;
  const viewed = (order_id: string) => succeeded(invoke(getOrder, { store_id, order_id }));

  /** Refunds or cancels an order. The last release must refuse it if it knows only some of the payments. */
  const changing = async <T extends { errorType?: string }>(by: By, { id }: Followed, work: () => Promise<T>) => {
    const before = await viewed(id);
    const result = await by(work);
    const { payments } = before;
    if (by === byEarlier && (payments.length > 1 || payments.some(({ type }) => type === 'store_credit'))) {
      expect(result).toMatchObject({ errorType: expect.any(String) });
      expect(await viewed(id)).toEqual(before);
    }
    return result;
  };

  const requests: readonly [Ask, ...Ask[]] = [
    (checkout_id, by) => by(() => hold(world, random.pick(cards).code, { checkout_id, amount: 1000 })),
    (checkout_id) => hold(world, random.pick(cards).code, { checkout_id, amount: 1000, add: true }),
    (checkout_id) => holdCredit(world, { checkout_id, amount: random.pick([300, 1000]) }),
    (checkout_id, by) => by(() => invoke(releaseGiftCard, { store_id, checkout_id })),
    async (checkout_id, by) => {
      const { holds = [] } = (await checkouts.find(store_id, checkout_id)) ?? {};
      const status = random.pick(['pending', 'paid']);
      const lines = [lineOf(world.products[0], { unit_price: 1000 })];
      const recorded = await by(() => record(world, orderOf(world, { status, lines, checkout_id })));
      const isOfSeveral = holds.length > 1 || holds.some((each) => 'store_credit_id' in each);
      if (by === byEarlier && isOfSeveral) {
        expect(recorded).toMatchObject({ errorMessage: 'checkout_id holds no gift card' });
      }
      if (recorded.errorType === undefined) {
        const { id, total, paid_by_card } = recorded;
        orders.push({ id, paid: total - paid_by_card, refunds: new Map() });
      }
    },
    async (_, by, order) => order && by(() => invoke(payOrder, { store_id, order_id: order.id })),
    async (_, by, order) => order && by(() => invoke(fulfilOrder, { store_id, order_id: order.id })),
    async (_, by, order) => order && changing(by, order, () => invoke(cancelOrder, { store_id, order_id: order.id })),
    async (_, by, order) => {
      if (!order) return;
      const refund_id = `${order.id} ${random.below(4)}`;
      const to = by === byThis && random.chance(0.3) ? 'store_credit' : undefined;
      const payload = { store_id, order_id: order.id, refund_id, amount: random.pick([150, 400]), to };
      if (order.refunds.has(refund_id)) return;
      const result = await changing(by, order, () => invoke(refundOrder, payload));
      if (result.errorType === undefined) order.refunds.set(refund_id, result);
    },
  ];
  for (let step = 0; step < 40; step += 1) {
    later(20);
    const request = random.pick(requests);
    await request(random.pick(['one', 'two']), random.pick([byEarlier, byThis]), random.among(orders));
  }
  return { world, cards, orders, viewed };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

test('after any requests to both releases, all that was granted is in the accounts or has paid for orders, once', async () => {
  const paidBy = new Set<string>();
  for (let seed = 1; seed <= 12; seed += 1) {
    const { world, cards, orders, viewed } = await play(seeded(seed));
    const kept = [
      ...(await Promise.all(cards.map(({ id }) => balanceOf(world, id)))),
      ...(await creditsOf(world)).map(({ balance }: { balance: number }) => balance),
    ];
    const spent = await Promise.all(
      orders.map(async ({ id, paid, refunds }) => {
        const { status, refunded, payments } = await viewed(id);
        for (const { type } of payments) paidBy.add(`${type} of ${payments.length}`);
        const all = [...refunds.values()];
        expect(refunded).toBe(
          sum(all.map(({ to_card, to_gift_card, to_store_credit = 0 }) => to_card + to_gift_card + to_store_credit)),
        );
        expect(refunded).toBeLessThanOrEqual(1000);
        if (status === 'cancelled') return 0;
        return paid - sum(all.map(({ to_gift_card, to_store_credit = 0 }) => to_gift_card + to_store_credit));
      }),
    );
    expect(sum(kept) + sum(spent)).toBe(sum([...values.cards, ...values.credits]));
    await expectLedgerProven(world);
  }
  expect([...paidBy]).toEqual(expect.arrayContaining(['gift_card of 1', 'gift_card of 2', 'store_credit of 2']));
});
