import { describe, expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { keys } from '../../../lib/table/keys.ts';
import { beforeReadOf } from '../../support/aws/interleave.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { balanceOf, issued } from '../../support/world/gift-cards.ts';
import { expectLedgerProven } from '../../support/world/ledger.ts';
import { newProduct, newWorld, succeeded, type World } from '../../support/world/world.ts';

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
