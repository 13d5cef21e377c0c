import { describe, expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as digitalFilesFunctions from '../../../lib/resources/digital-files/functions.ts';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import * as checkout from '../../../lib/resources/orders/functions.ts';
import { fulfilOrder, payOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { keys } from '../../../lib/table/keys.ts';
import { beforeReadOf } from '../../support/aws/interleave.ts';
import { withUsualBatches } from '../../support/batches.ts';
import { call } from '../../support/http/call.ts';
import { httpDoorOf, invoke, storefrontKeyOf } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { balanceOf, expectLedgerProven, issued } from '../../support/world/gift-cards.ts';
import { newProduct, newWorld, succeeded, type World } from '../../support/world/world.ts';

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

  test('refuses a hold on a card of another currency, and leaves it on the card', async () => {
    const world = await newWorld();
    const { code, id } = await issued(world);
    await hold(world, code);
    const order = orderOf(world, { checkout_id: 'checkout', currency: 'EUR' });

    expect(await record(world, order)).toEqual({ errorType: 'INVALID_FIELD', errorMessage: 'The gift card is in USD' });
    const key = await storefrontKeyOf(world.store.id);
    const { headers } = await call(httpDoorOf(checkout.recordOrder), { key, body: { order } });
    expect(headers['x-error-field']).toBe('order.currency');
    expect(await record(world, { ...order, currency: 'USD' })).toMatchObject({ gift_card_id: id });
  });

  test('refuses a product that does not exist, and a variant of another product', async () => {
    const world = await newWorld();
    const [{ id }, other] = world.products;
    for (const line of [{ product_id: newId('product') }, { product_id: id, variant_id: other.variants[0]?.id }]) {
      const order = orderOf(world, { lines: [{ ...lineOf(world.products[0]), unit_price: 1000, ...line }] });
      expect(await record(world, order)).toEqual({ errorType: 'NOT_FOUND', errorMessage: 'Resource not found' });
    }
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

  describe('an order of full size', () => {
    const manyLines = (count: number, line: object) => Array.from({ length: count }, () => line);

    test('has 90 lines of as many products, and is paid by a gift card, in one commit', async () => {
      const world = await newWorld();
      const products = Array.from({ length: 90 }, () => newProduct({ name: 'Cup' }));
      await succeeded(invoke(importRecords, { store_id: world.store.id, products }));
      const { code, id } = await issued(world);
      await hold(world, code);
      const lines = products.map((product) => lineOf(product, { unit_price: 1 }));

      expect(await record(world, orderOf(world, { lines, checkout_id: 'checkout' }))).toMatchObject({
        total: 90,
        paid_by_gift_card: 90,
      });
      expect(await balanceOf(world, id)).toBe(4910);
    });

    test.each<[string, (world: World) => object[], string]>([
      [
        '91 lines',
        ({ products: [pot] }) => manyLines(91, lineOf(pot, { unit_price: 1 })),
        'lines must be between 1 and 90',
      ],
      [
        '10,001 units of a line',
        ({ products: [pot] }) => [lineOf(pot, { unit_price: 1, quantity: 10_001 })],
        'line quantity must be between 1 and 10000',
      ],
      [
        '10,001 units that become gift cards',
        ({ products: [, , card] }) => [
          ...manyLines(10, lineOf(card, { unit_price: 1, quantity: 1000 })),
          lineOf(card, { unit_price: 1 }),
        ],
        'An order can have at most 10000 gift cards',
      ],
      [
        'a recipient that no mail can be sent to',
        ({ products: [, , card] }) => [lineOf(card, { unit_price: 1, recipient_email: 'nobody' })],
        'line recipient_email must be an email address',
      ],
      [
        'a recipient whose language is malformed',
        ({ products: [, , card] }) => [lineOf(card, { unit_price: 1, locale: 'en_US' })],
        'line locale must be a BCP 47 language tag',
      ],
    ])('is refused with %s', async (_, linesOf, errorMessage) => {
      const world = await newWorld();
      const order = orderOf(world, { status: 'pending', lines: linesOf(world) });

      expect(await record(world, order)).toEqual({ errorType: 'INVALID_FIELD', errorMessage });
    });

    test('takes 10,000 units of each line, and 10,000 that become gift cards', async () => {
      const world = await newWorld();
      const [pot, , card] = world.products;
      const lines = [pot, card].map((product) => lineOf(product, { unit_price: 1, quantity: 10_000 }));

      expect(await record(world, orderOf(world, { status: 'pending', lines }))).toMatchObject({ total: 20_000 });
    });
  });
});

describe('pay-order', () => {
  test('issues a card for each unit once it is paid, however many', { tags: 'long' }, async () => {
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
});

describe('fulfil-order', () => {
  async function recorded(status: string) {
    const world = await newWorld();
    const order = orderOf(world, { status });
    const result = await succeeded(record(world, order));
    return { world, about: aboutOf(world, order.id), order, result };
  }

  const aboutOf = ({ store }: World, order_id: string) => ({ store_id: store.id, order_id });

  test('a paid order becomes fulfilled, stays so, and is refunded as before', async () => {
    const { world, about, order, result } = await recorded('paid');

    expect(await invoke(fulfilOrder, about)).toEqual({ ...result, status: 'fulfilled' });
    expect(await invoke(fulfilOrder, about)).toEqual({ ...result, status: 'fulfilled' });
    expect(await invoke(payOrder, about)).toMatchObject({ status: 'fulfilled' });
    expect(await record(world, order)).toMatchObject({ status: 'fulfilled' });
    expect(await invoke(refundOrder, { ...about, refund_id: 'one', amount: 5 })).toMatchObject({ to_card: 5 });
  });

  test('an order of another store is not found', async () => {
    const { about } = await recorded('paid');
    const { store } = await newWorld();

    expect(await invoke(fulfilOrder, { ...about, store_id: store.id })).toMatchObject({ errorType: 'NOT_FOUND' });
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

  test('answers a concurrent duplicate the same, which refunds while the order is being read', async () => {
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

describe('cancel-order', () => {
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

    const payments = [{ type: 'gift_card', gift_card_id: card, amount: 1500, refunded: 1500 }];
    expect(cancelled).toEqual({ ...recorded, status: 'cancelled', payments });
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

  describe('a cancelled order', () => {
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
      withUsualBatches();
      const { world, order, code } = await abandoned();
      await cancel(world, order);

      expect(await hold(world, code, { checkout_id: 'another' })).toMatchObject({ held: 1500 });
      const next = orderOf(world, { checkout_id: 'another' });
      expect(await record(world, next)).toMatchObject({ paid_by_gift_card: 1500 });
      await expectLedgerProven(world);
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
});
