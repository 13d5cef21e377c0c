/** Several gift cards in one checkout, from the first hold to the last refund. */
import { describe, expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer, exportCustomer } from '../../../lib/resources/customers/functions.ts';
import { auditLedger, releaseGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import * as giftCards from '../../../lib/resources/gift-cards/operations.ts';
import { getOrder } from '../../../lib/resources/orders/functions.ts';
import { payerOf } from '../../../lib/resources/orders/rules.ts';
import * as items from '../../../lib/table/items.ts';
import { type Key, keys } from '../../../lib/table/keys.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { changeItem } from '../../support/aws/changed-items.ts';
import { around } from '../../support/aws/interleave.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import { balanceOf, expectLedgerProven, issued, seconds } from '../../support/world/gift-cards.ts';
import { newProduct, newWorld, succeeded, type World } from '../../support/world/world.ts';

interface Card {
  id: string;
  code: string;
  last4: string;
}

/** A new store with cards of these values. */
async function newCards(...values: number[]) {
  const world = await newWorld();
  const cards: Card[] = [];
  for (const value of values) cards.push(await issued(world, { value }));
  return { world, cards, ids: cards.map(({ id }) => id) };
}

/** Adds cards to the checkout, one after the other. */
async function addAll(world: World, cards: readonly Card[], fields: object = {}) {
  let held = await succeeded(hold(world, cards[0]?.code ?? '', { amount: 2333, ...fields }));
  for (const { code } of cards.slice(1)) {
    held = await succeeded(hold(world, code, { amount: 2333, add: true, ...fields }));
  }
  return held;
}

const balancesOf = (world: World, ids: readonly string[]) => Promise.all(ids.map((id) => balanceOf(world, id)));

/** The amount of each card that all checkouts hold together: the part that another checkout cannot hold. */
const freeOf = (world: World, cards: readonly Card[]) =>
  Promise.all(
    cards.map(async ({ code }) => {
      const checkout_id = `other-${code}`;
      const { held } = await succeeded(hold(world, code, { checkout_id, amount: 100_000 }));
      await succeeded(invoke(releaseGiftCard, { store_id: world.store.id, checkout_id }));
      return held;
    }),
  );

/** A pending or paid order of 2333, of which three cards paid 1000, 800 and as much of 300 as the total needs. */
async function ordered(status: 'pending' | 'paid', fields: object = {}) {
  const { world, cards, ids } = await newCards(1000, 800, 300);
  await addAll(world, cards);
  const order = orderOf(world, { status, checkout_id: 'checkout', ...fields });
  const recorded = await succeeded(record(world, order));
  return { world, cards, ids, order, recorded };
}

const payment = (gift_card_id: string | undefined, amount: number, refunded = 0) => ({
  ...{ type: 'gift_card', gift_card_id, amount, refunded },
});

describe('hold-gift-card with add', () => {
  test('each card holds what the cards before it leave, and the result shows all holds', async () => {
    const { world, cards } = await newCards(1000, 800, 5000);
    const [first, , third] = cards;

    expect(await hold(world, first?.code ?? '', { amount: 2333, add: true })).toEqual({
      gift_card_id: first?.id,
      last4: first?.last4,
      held: 1000,
      remainder: 1333,
      holds: [{ gift_card_id: first?.id, last4: first?.last4, held: 1000 }],
    });
    await addAll(world, cards.slice(0, 2));
    const held = await hold(world, third?.code ?? '', { amount: 2333, add: true });

    expect(held).toMatchObject({ gift_card_id: third?.id, held: 533, remainder: 0 });
    expect(held.holds).toEqual(
      [1000, 800, 533].map((amount, index) => ({
        gift_card_id: cards[index]?.id,
        last4: cards[index]?.last4,
        held: amount,
      })),
    );
    expect(await hold(world, third?.code ?? '', { amount: 2333, add: true })).toEqual(held);
    expect(await freeOf(world, cards)).toEqual([0, 0, 4467]);
  });

  test('without add, the card replaces all other cards, and no result has holds', async () => {
    const { world, cards, ids } = await newCards(1000, 800, 300);
    await addAll(world, cards);

    const held = await hold(world, cards[1]?.code ?? '', { amount: 600 });

    expect(held).toEqual({ gift_card_id: ids[1], last4: cards[1]?.last4, held: 600, remainder: 0 });
    expect(await freeOf(world, cards)).toEqual([1000, 200, 300]);
    expect(await record(world, orderOf(world, { checkout_id: 'checkout' }))).toMatchObject({
      gift_card_id: ids[1],
      paid_by_gift_card: 600,
    });
  });

  test('too many lines are refused early, as record-order would refuse the order', async () => {
    const { world, cards } = await newCards(10, 20, 30);
    const [, , last] = cards;
    await addAll(world, cards.slice(0, 2), { lines: 90 });
    const refused = {
      errorType: 'INVALID_FIELD',
      errorMessage: 'An order with 3 payments can have at most 87 lines',
    };

    expect(await hold(world, last?.code ?? '', { add: true, lines: 88 })).toEqual(refused);
    expect(await hold(world, last?.code ?? '', { add: true, lines: 87 })).toMatchObject({ held: 30 });
    const lines = Array.from({ length: 88 }, () => lineOf(world.products[0], { unit_price: 1 }));
    expect(await record(world, orderOf(world, { lines, checkout_id: 'checkout' }))).toEqual(refused);
    expect(await record(world, orderOf(world, { lines: lines.slice(1), checkout_id: 'checkout' }))).toMatchObject({
      paid_by_gift_card: 60,
    });
  });

  test('a card that is added while its checkout is released and created again joins the new holds', async () => {
    const { world, cards, ids } = await newCards(1000, 800, 300);
    await succeeded(hold(world, cards[0]?.code ?? '', { amount: 2333 }));
    around(
      ({ command }) => command.startsWith('TransactWrite'),
      async (send) => {
        await succeeded(invoke(releaseGiftCard, { store_id: world.store.id, checkout_id: 'checkout' }));
        await succeeded(hold(world, cards[1]?.code ?? '', { amount: 2333 }));
        return send();
      },
    );

    const { holds } = await succeeded(hold(world, cards[2]?.code ?? '', { amount: 2333, add: true }));

    expect(holds).toMatchObject([{ gift_card_id: ids[1] }, { gift_card_id: ids[2] }]);
    expect(await record(world, orderOf(world, { checkout_id: 'checkout' }))).toMatchObject({ paid_by_gift_card: 1100 });
  });

  test('sixteen calls at once together hold exactly the amount', { tags: 'long' }, async () => {
    const { world, cards } = await newCards(...Array.from({ length: 4 }, () => 1000));
    await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        succeeded(hold(world, cards[index % 4]?.code ?? '', { amount: 2333, add: true })),
      ),
    );

    const { holds, remainder } = await succeeded(hold(world, cards[0]?.code ?? '', { amount: 2333, add: true }));

    expect(holds).toHaveLength(4);
    expect(remainder).toBe(0);
    await expectLedgerProven(world);
  });
});

describe('release-gift-card with gift_card_id', () => {
  const released = ({ store }: World, gift_card_id?: string) =>
    invoke(releaseGiftCard, { store_id: store.id, checkout_id: 'checkout', gift_card_id });

  test('releases only that card, and the others pay', async () => {
    const { world, cards, ids } = await newCards(1000, 800, 300);
    await addAll(world, cards);

    expect(await released(world, ids[1])).toEqual({ released: 800 });
    expect(await released(world, ids[1])).toEqual({ released: 0 });
    expect(await freeOf(world, cards)).toEqual([0, 800, 0]);
    expect(await record(world, orderOf(world, { checkout_id: 'checkout' }))).toMatchObject({
      payments: [payment(ids[0], 1000), payment(ids[2], 300)],
    });
  });

  test('without a card, all are released', async () => {
    const { world, cards } = await newCards(1000, 800);
    await addAll(world, cards);

    expect(await released(world)).toEqual({ released: 1800 });
    expect(await freeOf(world, cards)).toEqual([1000, 800]);
  });
});

describe('record-order with several cards', () => {
  test('if the order costs less than the holds, the last holds pay less or nothing, and the rest is released', async () => {
    const { world, cards, ids } = await newCards(1000, 800, 300);
    await addAll(world, cards);
    const lines = [lineOf(world.products[0], { unit_price: 1200 })];

    const recorded = await succeeded(record(world, orderOf(world, { lines, checkout_id: 'checkout' })));

    expect(recorded.payments).toEqual([payment(ids[0], 1000), payment(ids[1], 200)]);
    expect(await balancesOf(world, ids)).toEqual([0, 600, 300]);
    expect(await freeOf(world, cards.slice(1))).toEqual([600, 300]);
    await expectLedgerProven(world);
  });

  test('ten cards pay for 66 lines of as many products in one commit', async () => {
    const { world, cards, ids } = await newCards(...Array.from({ length: 10 }, () => 10));
    const products = Array.from({ length: 66 }, () => newProduct({ name: 'Cup' }));
    await succeeded(invoke(importRecords, { store_id: world.store.id, products }));
    const lines = products.map((product) => lineOf(product, { unit_price: 2 }));
    await addAll(world, cards, { amount: 132, lines: lines.length });

    const recorded = await succeeded(record(world, orderOf(world, { lines, checkout_id: 'checkout' })));

    expect(recorded).toMatchObject({ total: 132, paid_by_gift_card: 100, paid_by_card: 32 });
    expect(recorded.payments.map(payerOf)).toEqual(ids);
    await expectLedgerProven(world);
  });

  test('an order is refused while one hold has lapsed, redeems nothing, and is recorded once the hold is released or set again', async () => {
    for (const mend of ['release', 'hold'] as const) {
      const { world, cards, ids } = await newCards(1000, 800);
      const expires_at = seconds(60);
      await succeeded(hold(world, cards[0]?.code ?? '', { amount: 2333, expires_at }));
      await succeeded(hold(world, cards[1]?.code ?? '', { amount: 2333, add: true }));
      const order = orderOf(world, { checkout_id: 'checkout' });
      setClock(seconds(120));

      expect(await record(world, order)).toEqual({
        errorType: 'INVALID_FIELD',
        errorMessage: 'checkout_id holds no gift card',
      });
      expect(await balancesOf(world, ids)).toEqual([1000, 800]);
      const about = { store_id: world.store.id, checkout_id: 'checkout', gift_card_id: ids[0] };
      await (mend === 'release'
        ? succeeded(invoke(releaseGiftCard, about))
        : succeeded(hold(world, cards[0]?.code ?? '', { amount: 2333, add: true })));
      expect(await record(world, order)).toMatchObject({ paid_by_gift_card: mend === 'release' ? 800 : 1800 });
    }
  });
});

describe('one card', () => {
  const rawOf = async (key: Key) => (await items.find<Record<string, unknown>>(key, items.rawItem)) ?? {};

  test('is stored without the attributes of several cards, even if there were several before', async () => {
    const { world, cards, ids } = await newCards(1000, 800);
    const checkout = keys.checkout(world.store.id, 'checkout');
    await addAll(world, cards.slice(0, 1));
    const before = await rawOf(checkout);
    expect(Object.keys(before).toSorted()).toEqual(
      ['checkout_id', 'due_pk', 'due_sk', 'expires_at', 'gift_card_id', 'id', 'pk', 'sk', 'version'].toSorted(),
    );

    await addAll(world, cards);
    expect(await rawOf(checkout)).toMatchObject({ holds: ids.map((gift_card_id) => ({ gift_card_id })) });
    await succeeded(hold(world, cards[0]?.code ?? '', { amount: 500 }));

    expect(await rawOf(checkout)).toEqual({ ...before, version: 4 });
    const { id } = await succeeded(record(world, orderOf(world, { checkout_id: 'checkout' })));
    const order = await rawOf(keys.order(world.store.id, id));
    expect(order).toMatchObject({ gift_card_id: ids[0], paid_by_gift_card: 500, refunded_to_gift_card: 0 });
    expect(Object.keys(order)).not.toContain('payments');
    expect(Object.keys(order)).not.toContain('refunded');
  });

  test('is held, replaced and added in the same number of round trips', async () => {
    const { world, cards } = await newCards(1000, 800, 300);
    const trips = async (card: Card | undefined, fields: object) =>
      (await watch(() => succeeded(hold(world, card?.code ?? '', { amount: 2333, ...fields })))).roundTrips;

    expect(await trips(cards[0], {})).toBe(3);
    expect(await trips(cards[1], {})).toBe(3);
    expect(await trips(cards[0], { add: true })).toBe(3);
    expect(await trips(cards[2], { add: true })).toBe(3);
  });
});

describe('an order that several cards paid for', () => {
  const shown = ({ store }: World, order_id: string) => succeeded(invoke(getOrder, { store_id: store.id, order_id }));

  test('shows none of the cards that paid among those that it bought', async () => {
    const world = await newWorld();
    const cards: Card[] = [await issued(world, { value: 100 }), await issued(world, { value: 100 })];
    await addAll(world, cards);
    const lines = [lineOf(world.products[2], { quantity: 2, unit_price: 1500 })];
    const { id } = await succeeded(record(world, orderOf(world, { lines, checkout_id: 'checkout' })));

    const { gift_cards } = await shown(world, id);

    expect(gift_cards.map(({ initial_value }) => initial_value)).toEqual([1500, 1500]);
  });

  test('is exported with its payments, and its deletion removes the customer from each ledger', async () => {
    const { world, ids, recorded } = await ordered('paid');
    const about = { store_id: world.store.id, customer_id: recorded.customer_id };

    const { data } = await succeeded(invoke(exportCustomer, about));

    expect(data).toContainEqual(expect.objectContaining({ id: recorded.id, payments: recorded.payments }));
    const entries = data.filter(({ type }) => type === 'gift_card_transaction');
    expect(new Set(entries.map((entry) => 'gift_card_id' in entry && entry.gift_card_id))).toEqual(new Set(ids));

    await succeeded(invoke(deleteCustomer, about));
    for (const gift_card_id of ids) {
      const path = { gift_card_id };
      const { body } = await call(giftCards.listGiftCardTransactions, { path, key: world.read });
      expect(body.data[0]).toMatchObject({ type: 'redeemed', actor: { type: 'customer', name: null } });
    }
    expect((await shown(world, recorded.id)).payments).toEqual(recorded.payments);
  });

  test('audit-ledger checks each of its payments', async () => {
    const { world, ids, recorded } = await ordered('paid');
    const audit = () => invoke(auditLedger, { store_id: world.store.id, after: `ord_${'z'.repeat(26)}` });
    expect(await audit()).toMatchObject({ checked: 1, findings: [] });

    const payments = recorded.payments.map((each) => (payerOf(each) === ids[2] ? { ...each, amount: 299 } : each));
    await changeItem(keys.order(world.store.id, recorded.id), 'SET payments = :payments', { ':payments': payments });

    const { findings } = await audit();
    expect(new Set(findings.map(({ finding }) => finding))).toEqual(
      new Set([
        `order ${recorded.id} was paid 2100 by gift card, its payments are 2099`,
        `order ${recorded.id} spent 299, its entries 300`,
      ]),
    );
  });
});
