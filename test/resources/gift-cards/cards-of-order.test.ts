import { expect, onTestFinished, test } from 'vitest';
import { disableGiftCard, listGiftCards } from '../../../lib/resources/gift-cards/operations.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { resize, withUsualBatches } from '../../support/batches.ts';
import { call } from '../../support/http/call.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { issued } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

const list = ({ read: key }: World, query: Record<string, string | number>) => call(listGiftCards, { query, key });

/** An order of three gift cards that another card pays for, and a fourth card of another order. */
async function bought() {
  const world = await newWorld();
  const paying = await issued(world, { value: 5000 });
  await succeeded(hold(world, paying.code, { checkout_id: 'checkout_1', amount: 700 }));
  const [product, , giftCard] = world.products;
  const lines = [lineOf(product, { unit_price: 700 }), lineOf(giftCard, { quantity: 3, unit_price: 500 })];
  const order = orderOf(world, { checkout_id: 'checkout_1', lines });
  await succeeded(record(world, order));
  await succeeded(record(world, orderOf(world, { lines: [lineOf(giftCard, { unit_price: 900 })] })));
  const { body } = await list(world, { limit: 100 });
  const cards = body.data.filter(({ initial_value }: { initial_value: number }) => initial_value === 500);
  return { world, order, cards };
}

test('the cards of an order are listed newest first, page by page, without the card that paid', async () => {
  const { world, order, cards } = await bought();
  expect(cards).toHaveLength(3);

  expect((await list(world, { order: order.id })).body).toEqual({ data: cards, has_more: false });
  const first = (await list(world, { order: order.id, limit: 2 })).body;
  expect(first).toEqual({ data: cards.slice(0, 2), has_more: true });
  const { body } = await list(world, { order: order.id, limit: 2, after: first.data[1].id });
  expect(body).toEqual({ data: cards.slice(2), has_more: false });
});

test('with a status, only cards of the order with that status are listed', async () => {
  const { world, order, cards } = await bought();
  const [, second] = cards;
  const path = { gift_card_id: second.id };
  const { body: disabled } = await call(disableGiftCard, { path, key: world.write });

  expect((await list(world, { order: order.id, status: 'disabled' })).body.data).toEqual([disabled]);
  expect((await list(world, { order: order.id, status: 'active', limit: 1 })).body.data).toEqual([cards[0]]);
  expect((await list(world, { order: order.id, status: 'expired' })).body).toEqual({ data: [], has_more: false });
});

test('a page without a matching card continues after the last card that was read', async () => {
  const { world, order, cards } = await bought();
  const [, , oldest] = cards;
  onTestFinished(resize((name) => (name === 'candidatesOnPage' ? 2 : undefined)));
  const path = { gift_card_id: oldest.id };
  await call(disableGiftCard, { path, key: world.write });
  const query = { order: order.id, status: 'disabled', limit: 1 };

  const { body: first } = await list(world, query);
  expect(first).toEqual({ data: [], has_more: true, next_after: cards[1].id });

  const { body: second } = await list(world, { ...query, after: first.next_after });
  expect(second.data).toMatchObject([{ id: oldest.id }]);
});

test.each(['ord_unknown', 'unknown'])('404 for the order %s', async (order) => {
  const world = await newWorld();

  expect(await list(world, { order })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('takes two round trips', async () => {
  withUsualBatches();
  const { world, order } = await bought();

  expect((await watch(() => list(world, { order: order.id }))).roundTrips).toBe(2);
});
