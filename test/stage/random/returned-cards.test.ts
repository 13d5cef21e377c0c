/** Refunds that take back gift cards, while the earlier release, which knows neither these refunds nor units without a card, serves the same store. */
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { s3 } from '../../../lib/objects/objects.ts';
import { sqs } from '../../../lib/queue/send.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { replaceGiftCardCode } from '../../../lib/resources/gift-cards/operations.ts';
import type { GiftCardRecord } from '../../../lib/resources/gift-cards/rules.ts';
import { fulfilOrder, getOrder, payOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { migrations } from '../../../lib/work/migrate.ts';
import { beforeStoreCredit } from '../../releases/release.ts';
import { withOnCall } from '../../support/aws/on-call.ts';
import { entitiesOf, isolateTables } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { later } from '../../support/world/clock.ts';
import { expectLedgerProven } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';
import { type Random, seeded } from '../engine/random.ts';
import { type By, byThis, release, servedBy } from './versions.ts';

isolateTables('test');

let byEarlier: By;

beforeAll(async () => {
  byEarlier = servedBy(await release(beforeStoreCredit));
});

/** Small enough that every order takes several commits to be issued, and every refund of several cards to be taken back. */
const inParts = () =>
  onTestFinished(
    resize((name) => ({ issuedCards: 2, takenBackCards: 2, refundedCards: 3 })[name as 'issuedCards'] ?? undefined),
  );

/** A function of this release that dies at one of its calls. */
function dying<T>(at: number, work: () => Promise<T>): Promise<T | undefined> {
  let calls = 0;
  return withOnCall(
    [dynamodb, sqs, s3()],
    (_, next) => {
      calls += 1;
      if (calls >= at) throw new Error('The function has died');
      return next();
    },
    work,
  ).catch(() => undefined);
}

const prices = [500, 700];

interface Shop {
  world: World;
  about: { store_id: string; order_id: string };
  customer_id: string;
}

/** A paid order of a pot and two lines of gift cards, of which some are issued. */
async function sold(quantities: readonly number[], issuedAtMost: number): Promise<Shop> {
  const world = await newWorld();
  const [pot, , giftCard] = world.products;
  const cards = quantities.map((quantity, index) => lineOf(giftCard, { quantity, unit_price: prices[index] }));
  const order = orderOf(world, { lines: [lineOf(pot, { unit_price: 1000 }), ...cards], status: 'pending' });
  await succeeded(record(world, order));
  const about = { store_id: world.store.id, order_id: order.id };
  // Each commit issues two cards, after that of the payment.
  await withIssues(issuedAtMost, () => invoke(payOrder, about));
  return { world, about, customer_id: order.customer_id };
}

/** A function that dies once it has issued so many cards. */
function withIssues<T>(cards: number, work: () => Promise<T>): Promise<T | undefined> {
  let commits = 0;
  return withOnCall(
    dynamodb,
    ({ command }, next) => {
      commits += /^(?:PutItem|TransactWrite)/.test(command) ? 1 : 0;
      if (commits > 1 + cards / 2) throw new Error('The function has died');
      return next();
    },
    work,
  ).catch(() => undefined);
}

const refunding = ({ about }: Shop, refund_id: string, fields: object) =>
  invoke(refundOrder, { ...about, refund_id, ...fields });

const sweep = async () => (await handlerOf({ name: 'sweep-gift-cards' }))();

/** The upgrade is done: the migrations run again, as an operator requests after a rollback, and the sweep follows. */
async function upgraded(): Promise<void> {
  await (await handlerOf({ name: 'go-on-with-migrations' }))({ again: migrations.map(({ name }) => name) });
  later(120);
  await sweep();
  await sweep();
}

const cardsOf = async ({ about: { store_id, order_id } }: Shop): Promise<GiftCardRecord[]> =>
  (await entitiesOf(store_id)).filter((item) => item.sk === 'GIFTCARD' && item.order_id === order_id) as never;

/** Spends some of a card with another order. */
async function spend({ world }: Shop, { id }: { id: string }): Promise<void> {
  const replaced = await call(replaceGiftCardCode, { key: world.write, path: { gift_card_id: id } });
  const checkout_id = newId('order');
  const held = await hold(world, replaced.body.code, { checkout_id, amount: 100 });
  if (!held.held) return;
  const lines = [lineOf(world.products[0], { unit_price: 100 })];
  await succeeded(record(world, orderOf(world, { lines, checkout_id, customer_id: world.customers[1].id })));
}

/** The refunds and the units that are not refunded are worth exactly the paid total. A card that was taken back is worth nothing. */
async function expectPaidOnce(shop: Shop): Promise<void> {
  const { lines, refunded, total } = await succeeded(invoke(getOrder, shop.about));
  const cards = await cardsOf(shop);
  const live = cards.filter(({ taken_back_by }) => taken_back_by === undefined);
  const left = prices.map((_, index) => (lines[index + 1]?.quantity ?? 0) - (lines[index + 1]?.refunded_quantity ?? 0));
  expect(prices.map((price) => live.filter(({ initial_value }) => initial_value === price).length)).toEqual(left);
  for (const card of cards) {
    expect(card.holds.filter(({ checkout_id }) => checkout_id === '')).toEqual([]);
    if (card.taken_back_by) expect(card.balance).toBe(0);
  }
  const worth = live.reduce((sum, { initial_value }) => sum + initial_value, 0);
  expect(refunded + worth + 1000 * (1 - (lines[0]?.refunded_quantity ?? 0))).toBe(total);
  await expectLedgerProven(shop.world);
}

const units = (line: number, quantity: number) => ({ lines: [{ line, quantity }] });

test('the earlier release issues no card for a refunded unit, and this release issues all others', async () => {
  inParts();
  const shop = await sold([6, 2], 2);
  await succeeded(refunding(shop, 'one', units(1, 3)));

  await byEarlier(async () => {
    await succeeded(invoke(fulfilOrder, shop.about));
    await succeeded(invoke(payOrder, shop.about));
    later(120);
    await sweep();
  });
  expect(await cardsOf(shop)).toHaveLength(2);

  await upgraded();
  expect(await cardsOf(shop)).toHaveLength(5);
  await expectPaidOnce(shop);
});

const whole = { amount: 1000 + 5 * 500 + 4 * 700 };

test.each<[string, (shop: Shop) => Promise<unknown>]>([
  ['fulfils the order', ({ about }) => byEarlier(() => invoke(fulfilOrder, about))],
  [
    'deletes its customer',
    async (shop) => {
      await byEarlier(() => invoke(deleteCustomer, { ...shop.about, customer_id: shop.customer_id }));
      await refunding(shop, 'one', whole);
    },
  ],
])('a refund of many cards is finished after the earlier release %s in between', async (_, inBetween) => {
  inParts();
  for (const at of [4, 10, 16]) {
    const shop = await sold([5, 4], 6);
    await dying(at, () => refunding(shop, 'one', whole));

    await inBetween(shop);
    await byEarlier(sweep);
    await upgraded();
    await expectPaidOnce(shop);

    expect(await succeeded(refunding(shop, 'one', whole))).toMatchObject({ to_card: whole.amount });
    expect((await cardsOf(shop)).filter(({ balance }) => balance > 0)).toEqual([]);
    await expectPaidOnce(shop);
  }
});

/** Requests in any order, each served by either release, except refunds: those of the earlier release take back no card. */
async function play(random: Random): Promise<Shop> {
  const shop = await sold([1 + random.below(5), random.below(2) + 1], 2 * random.below(4));
  const { about, customer_id } = shop;
  const requests: (() => Promise<unknown>)[] = [];
  let refunds = 0;
  for (let step = 0; step < 10; step += 1) {
    const by = random.pick([byEarlier, byThis]);
    const card = random.below(10);
    const fields = random.pick([
      units(1, 1 + random.below(3)),
      units(2, 1),
      { lines: [1, 2].map((line) => ({ line, quantity: 1 })) },
      units(0, 1),
    ]);
    refunds += 1;
    const refund_id = `refund ${refunds}`;
    const at = 1 + random.below(30);
    const refund = () => refunding(shop, refund_id, fields);
    requests.push(
      random.pick([
        () => dying(at, refund),
        refund,
        () => by(() => invoke(fulfilOrder, about)),
        () => by(() => invoke(payOrder, about)),
        () => by(sweep),
        async () => {
          const issued = (await cardsOf(shop)).at(card);
          if (issued) await by(() => spend(shop, issued));
        },
        ...(random.chance(0.3) ? [() => byEarlier(() => invoke(deleteCustomer, { ...about, customer_id }))] : []),
      ]),
    );
  }
  for (const request of requests) {
    later(20);
    await request();
  }
  return shop;
}

test('after any requests to both releases, no refunded unit has a card, and every other unit has one', async () => {
  inParts();
  for (let seed = 1; seed <= 10; seed += 1) {
    const shop = await play(seeded(seed));
    await upgraded();
    await expectPaidOnce(shop);
  }
});
