/** Gift cards at checkout, orders and refunds, as the store's backend sees them. */
import { describe, expect, test } from 'vitest';
import * as contract from '../../../lib/contract/api/gift-cards.ts';
import {
  auditLedger,
  payOrder,
  recordOrder,
  refundOrder,
  releaseGiftCard,
} from '../../../lib/contract/functions/checkout.ts';
import { keys } from '../../../lib/table/keys.ts';
import { beforeReadOf } from '../../support/aws/interleave.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, orderOf } from '../../support/world/checkout.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { newWorld, type World } from '../../support/world/world.ts';

const record = ({ store }: World, order: object) => invoke(recordOrder, { store_id: store.id, order });

async function balanceOf({ write }: World, id: string) {
  const { body } = await call(contract.getGiftCard, { path: { gift_card_id: id }, key: write });
  return body.balance;
}

const audit = ({ store }: World, after?: string) => invoke(auditLedger, { store_id: store.id, after });

async function expectLedgerProven(world: World) {
  expect(await audit(world)).toMatchObject({ findings: [] });
  expect(await audit(world, `ord_${'z'.repeat(26)}`)).toMatchObject({ findings: [], next: null });
}

describe('hold-gift-card', () => {
  test('holds as much as is free, whatever way the code is typed', async () => {
    const world = await newWorld();
    const { code, id, last4 } = await issued(world);
    const typed = code.toLowerCase().replaceAll('-', ' ');

    expect(await hold(world, typed)).toEqual({ gift_card_id: id, last4, held: 3000, remainder: 0 });
    expect(await hold(world, code, { checkout_id: 'second' })).toMatchObject({ held: 2000, remainder: 1000 });
    expect(await hold(world, code, { checkout_id: 'third' })).toMatchObject({ held: 0, remainder: 3000 });
    expect(await hold(world, code, { amount: 1000 })).toMatchObject({ held: 1000 });
    expect(await hold(world, code, { checkout_id: 'third', amount: 2500 })).toMatchObject({ held: 2000 });
  });

  test('tells of an unknown code only that it is unknown', async () => {
    const world = await newWorld();
    const refusals = await Promise.all(['X', 'A'.repeat(28), '7'.repeat(28)].map((code) => hold(world, code)));

    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal)))).toEqual(
      new Set([JSON.stringify({ errorType: 'NOT_FOUND', errorMessage: 'Resource not found' })]),
    );
  });

  test('refuses a card that is disabled or in another currency', async () => {
    const world = await newWorld();
    const { code, id } = await issued(world);
    expect(await hold(world, code, { currency: 'EUR' })).toMatchObject({ errorType: 'INVALID_FIELD' });
    await call(contract.disableGiftCard, { path: { gift_card_id: id }, key: world.write });
    expect(await hold(world, code)).toMatchObject({ errorType: 'INVALID_FIELD' });
  });

  test('gives fifty checkouts at once exactly the balance', async () => {
    const world = await newWorld();
    const { code } = await issued(world);
    const holds = await Promise.all(
      Array.from({ length: 50 }, (_, index) => hold(world, code, { checkout_id: `c${index}`, amount: 300 })),
    );

    expect(holds.filter(({ errorType }) => errorType)).toEqual([]);
    expect(holds.reduce((sum, { held }) => sum + Number(held), 0)).toBe(5000);
    await expectLedgerProven(world);
  });

  test('a second code replaces the first hold, and a released one is free again', async () => {
    const world = await newWorld();
    const [first, second] = await Promise.all([issued(world), issued(world)]);
    await hold(world, first.code);
    await hold(world, second.code);

    expect(await hold(world, first.code, { checkout_id: 'other', amount: 5000 })).toMatchObject({ held: 5000 });
    const release = { store_id: world.store.id, checkout_id: 'checkout' };
    expect(await invoke(releaseGiftCard, release)).toEqual({ released: 3000 });
    expect(await invoke(releaseGiftCard, release)).toEqual({ released: 0 });
  });
});

test('thirty concurrent adjustments: ledger and balance agree', async () => {
  const world = await newWorld();
  const { id } = await issued(world);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      call(contract.adjustGiftCard, {
        path: { gift_card_id: id },
        body: { amount: index % 2 ? 100 : -100 },
        key: world.write,
      }),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await balanceOf(world, id)).toBe(5000);
  await expectLedgerProven(world);
});

describe('record-order', () => {
  test('spends the hold on the total, tax included, even of a card disabled meanwhile', async () => {
    const world = await newWorld();
    const { code, id } = await issued(world);
    await hold(world, code);
    await call(contract.disableGiftCard, { path: { gift_card_id: id }, key: world.write });
    const order = orderOf(world, { checkout_id: 'checkout' });
    const recorded = await record(world, order);

    expect(recorded).toMatchObject({
      tax: 333,
      total: 2333,
      paid_by_gift_card: 2333,
      paid_by_card: 0,
      gift_card_id: id,
    });
    expect(await record(world, order)).toEqual(recorded);
    expect(await record(world, { ...order, shipping: 1 })).toMatchObject({ errorType: 'DUPLICATE' });
    expect(await balanceOf(world, id)).toBe(2667);
    await expectLedgerProven(world);
  });

  test('refuses a hold that is gone', async () => {
    const world = await newWorld();
    expect(await record(world, orderOf(world, { checkout_id: 'never' }))).toMatchObject({ errorType: 'INVALID_FIELD' });
  });

  test('issues a card for each unit once it is paid, however many', async () => {
    const world = await newWorld();
    const product = world.products[2];
    const lines = [{ product_id: product.id, variant_id: product.variants[0]?.id, quantity: 70, unit_price: 1500 }];
    const order = orderOf(world, { status: 'pending', lines });
    await record(world, order);
    const listed = () => call(contract.listGiftCards, { key: world.write, query: { limit: 100 } });
    expect((await listed()).body.data).toEqual([]);

    const pay = { store_id: world.store.id, order_id: order.id };
    expect(await invoke(payOrder, pay)).toMatchObject({ status: 'paid' });
    await invoke(payOrder, pay);

    const { body } = await listed();
    expect(body.data).toHaveLength(70);
    expect(body.data[0]).toMatchObject({ balance: 1500, recipient_email: world.customers[0].email });
    await expectLedgerProven(world);
  });

  test('finds a hold that moves to another card while it is being read', async () => {
    const world = await newWorld();
    const [first, second] = [await issued(world), await issued(world)];
    await hold(world, first.code);
    beforeReadOf(keys.giftCard(world.store.id, first.id), () => hold(world, second.code));

    const recorded = await record(world, orderOf(world, { checkout_id: 'checkout' }));

    expect(recorded).toMatchObject({ gift_card_id: second.id });
    expect(await balanceOf(world, first.id)).toBe(5000);
    await expectLedgerProven(world);
  });
});

describe('refund-order', () => {
  test("goes to the buyer's card first, and its shares of tax add up", async () => {
    const world = await newWorld();
    const { code, id } = await issued(world, { value: 1000 });
    await hold(world, code);
    const order = orderOf(world, { checkout_id: 'checkout' });
    await record(world, order);
    const refund = (refund_id: string, amount: number) =>
      invoke(refundOrder, { store_id: world.store.id, order_id: order.id, refund_id, amount });

    const refunds = [await refund('one', 1000), await refund('two', 1000), await refund('three', 333)];

    expect(refunds[0]).toEqual({ refund_id: 'one', to_card: 1000, to_gift_card: 0, tax: 143, order_id: order.id });
    expect(refunds[1]).toMatchObject({ to_card: 333, to_gift_card: 667 });
    expect(refunds.reduce((sum, { tax }) => sum + Number(tax), 0)).toBe(333);
    expect(await refund('one', 1000)).toEqual(refunds[0]);
    expect(await refund('one', 999)).toMatchObject({ errorType: 'DUPLICATE' });
    expect(await refund('four', 1)).toMatchObject({ errorType: 'INVALID_FIELD' });
    expect(await balanceOf(world, id)).toBe(1000);
    await expectLedgerProven(world);
  });

  test('answers a twin the same, which refunds while the order is being read', async () => {
    const world = await newWorld();
    const order = orderOf(world);
    await record(world, order);
    const refund = () =>
      invoke(refundOrder, { store_id: world.store.id, order_id: order.id, refund_id: 'one', amount: 2000 });
    const twins: unknown[] = [];
    beforeReadOf(keys.order(world.store.id, order.id), async () => twins.push(await refund()));

    twins.push(await refund());

    expect(twins[0]).toMatchObject({ refund_id: 'one', to_card: 2000 });
    expect(twins[1]).toEqual(twins[0]);
  });
});
