/** Refunds that take back the gift cards of the refunded units, in one commit or in several. */
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import { handler as resumeMigrations } from '../../../functions/background/go-on-with-migrations.ts';
import { s3 } from '../../../lib/objects/objects.ts';
import { commitUnitOfWork, writing } from '../../../lib/once/unit-of-work.ts';
import { sqs } from '../../../lib/queue/send.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { createDownload } from '../../../lib/resources/digital-files/functions.ts';
import { auditLedger, getGiftCardBalance, releaseGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { getOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { dynamodb, storeTable } from '../../../lib/table/client.ts';
import * as items from '../../../lib/table/items.ts';
import { keys } from '../../../lib/table/keys.ts';
import * as work from '../../../lib/work/sweep-gift-cards.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { around, beforeReadOf, dyingAfterCommit } from '../../support/aws/interleave.ts';
import { withOnCall } from '../../support/aws/on-call.ts';
import { underRoleOf } from '../../support/aws/permissions.ts';
import { batchOf, inboxOf, queuedMails } from '../../support/aws/queued-messages.ts';
import { watchingReads } from '../../support/aws/reads-outside.ts';
import { entitiesOf, isolateTables } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { later } from '../../support/world/clock.ts';
import { balanceOf, expectLedgerProven, issued, seconds } from '../../support/world/gift-cards.ts';
import { newWorld, succeeded, type World } from '../../support/world/world.ts';

isolateTables('test');

const price = 1500;

const sweep = () =>
  underRoleOf('sweep-gift-cards', () => watchingReads('sweep-gift-cards', () => work.sweepGiftCards()));

interface Sold {
  world: World;
  order: ReturnType<typeof orderOf>;
  /** Ids of the cards, the oldest first. */
  cards: string[];
}

/** A paid order of a pot and of some gift cards. */
async function sold(
  quantity = 2,
  { card = {}, lines = [], ...fields }: { card?: object; lines?: object[] } = {},
): Promise<Sold> {
  const world = await newWorld();
  const [pot, , giftCard] = world.products;
  const line = lineOf(giftCard, { quantity, unit_price: price, ...card });
  const order = orderOf(world, { lines: [lineOf(pot, { unit_price: 1000 }), line, ...lines], ...fields });
  await succeeded(record(world, order));
  return { world, order, cards: await cardsOf(world, order.id) };
}

async function cardsOf({ store }: World, order: string): Promise<string[]> {
  const entities = await entitiesOf(store.id);
  return entities
    .filter(({ pk, sk }) => pk === keys.order(store.id, order).pk && String(sk).startsWith('CARD#'))
    .map(({ id }) => String(id))
    .toSorted();
}

const refund = ({ world, order }: Pick<Sold, 'world' | 'order'>, fields: object) =>
  invoke(refundOrder, { store_id: world.store.id, order_id: order.id, refund_id: 'one', ...fields });

const unitsOf = (line: number, quantity = 1) => ({ lines: [{ line, quantity }] });

const balancesOf = ({ world, cards }: Sold) => Promise.all(cards.map((id) => balanceOf(world, id)));

const shown = ({ world, order }: Pick<Sold, 'world' | 'order'>) =>
  succeeded(invoke(getOrder, { store_id: world.store.id, order_id: order.id }));

/** The code that was emailed for a card. */
function codeOf(card: string): string {
  const bodies = queuedMails.map((body): { gift_card_id?: string; code?: string } => JSON.parse(body));
  return bodies.findLast(({ gift_card_id }) => gift_card_id === card)?.code ?? '';
}

/** Spends some of a card with another order. */
async function spend(world: World, card: string, amount = 100) {
  const checkout_id = newId('order');
  await succeeded(hold(world, codeOf(card), { checkout_id, amount }));
  const lines = [lineOf(world.products[0], { unit_price: amount })];
  return succeeded(record(world, orderOf(world, { lines, checkout_id })));
}

async function last4Of({ write: key }: World, gift_card_id: string): Promise<string> {
  return (await call(contract.getGiftCard, { key, path: { gift_card_id } })).body.last4;
}

/** Removes the links of an order to some of its cards and marks the order, as release 0.3.0 does when it deletes the customer. */
async function unlink({ world: { store }, order }: Sold, cards: readonly string[]): Promise<void> {
  const links = cards.map((card) => keys.orderCard(store.id, order.id, card));
  await Promise.all(links.map((Key) => dynamodb.send(new DeleteCommand({ TableName: storeTable(), Key: { ...Key } }))));
  await commitUnitOfWork(writing([items.merge(keys.order(store.id, order.id), { set: { forgotten: true } })]));
}

const migrate = () => resumeMigrations({ again: ['order-details'] });

const unlinked = {
  errorType: 'INTERNAL_ERROR',
  errorMessage: 'An upgrade is not finished. Refund the order again in a few minutes',
};

/** A checkout that holds nothing of a card, because another checkout held all of it. */
async function holdNothing(world: World, card: string) {
  await succeeded(hold(world, codeOf(card), { checkout_id: 'first' }));
  await succeeded(hold(world, codeOf(card), { checkout_id: 'second' }));
  await succeeded(invoke(releaseGiftCard, { store_id: world.store.id, checkout_id: 'first' }));
}

/** The order of that checkout. */
const recordSecond = (world: World) => record(world, orderOf(world, { checkout_id: 'second' }));

const spentMessage = async (world: World, card = '') => ({
  errorType: 'INVALID_FIELD',
  errorMessage: `A gift card of this order has been spent: …${await last4Of(world, card)}`,
});

const entriesOf = async ({ write: key }: World, gift_card_id = '') =>
  (await call(contract.listGiftCardTransactions, { key, path: { gift_card_id } })).body.data;

describe('a refund of units', () => {
  test('is worth what they cost, takes back their card and is shown with the order', async () => {
    const shop = await sold();
    const { world, order, cards } = shop;

    const made = await refund(shop, unitsOf(1));

    expect(made).toEqual({ refund_id: 'one', to_card: price, to_gift_card: 0, tax: 0, order_id: order.id });
    expect(await refund(shop, unitsOf(1))).toEqual(made);
    expect(await refund(shop, unitsOf(1, 2))).toMatchObject({ errorType: 'DUPLICATE' });
    expect(await balancesOf(shop)).toEqual([0, price]);
    expect(await entriesOf(world, cards[0])).toMatchObject([
      {
        ...{ type: 'adjusted', amount: -price, balance: 0, order_id: order.id, note: 'Refund' },
        actor: { type: 'system', name: null },
      },
      { type: 'issued' },
    ]);
    expect(await shown(shop)).toMatchObject({
      refunded: price,
      lines: [{ refunded_quantity: 0 }, { refunded_quantity: 1 }],
    });
    expect(await record(world, order)).toMatchObject({ refunded: price });
    await expectLedgerProven(world);
  });

  test('takes back an unspent card first, then is refused with the last characters of the spent one', async () => {
    const shop = await sold(3);
    const { world, cards } = shop;
    await spend(world, cards[0] ?? '');

    expect(await refund(shop, unitsOf(1, 3))).toEqual(await spentMessage(world, cards[0]));
    expect(await balancesOf(shop)).toEqual([price - 100, price, price]);
    expect(await refund(shop, unitsOf(1, 2))).toMatchObject({ to_card: 2 * price });
    expect(await balancesOf(shop)).toEqual([price - 100, 0, 0]);
    expect(await refund(shop, { ...unitsOf(1), refund_id: 'two' })).toEqual(await spentMessage(world, cards[0]));
    expect(await refund(shop, { amount: 1000 + price, refund_id: 'two' })).toEqual(await spentMessage(world, cards[0]));
    expect(await refund(shop, { ...unitsOf(1), refund_id: 'two', keep_gift_cards: true })).toMatchObject({
      to_card: price,
    });
    expect(await balancesOf(shop)).toEqual([price - 100, 0, 0]);
    await expectLedgerProven(world);
  });

  test('does not take back a card that a checkout holds, but takes back a card after its hold has expired', async () => {
    const shop = await sold(1);
    const { world, cards } = shop;
    await succeeded(hold(world, codeOf(cards[0] ?? ''), { expires_at: seconds(60) }));
    expect(await refund(shop, unitsOf(1))).toEqual(await spentMessage(world, cards[0]));

    later(66);
    expect(await refund(shop, unitsOf(1))).toMatchObject({ to_card: price });
    expect(await balancesOf(shop)).toEqual([0]);
    expect(await giftCards.find(world.store.id, cards[0] ?? '')).toMatchObject({ holds: [] });
  });

  test('is refused with the oldest spent card of a line that lacks cards', async () => {
    const [enough, few] = [500, 700].map((unit_price) => ({ unit_price }));
    const world = await newWorld();
    const [, , giftCard] = world.products;
    const lines = [lineOf(giftCard, { ...enough, quantity: 2 }), lineOf(giftCard, { ...few, quantity: 2 })];
    const order = orderOf(world, { lines });
    await succeeded(record(world, order));
    const [ofEnough = '', , oldest = '', other = ''] = await cardsOf(world, order.id);
    for (const card of [ofEnough, other, oldest]) await spend(world, card);

    const units = { lines: [0, 1].map((line) => ({ line, quantity: 1 })) };
    expect(await refund({ world, order }, units)).toEqual(await spentMessage(world, oldest));
  });

  test('keeps a checkout that holds nothing of its card, so that its order is recorded', async () => {
    const shop = await sold(1);
    await holdNothing(shop.world, shop.cards[0] ?? '');

    await succeeded(refund(shop, unitsOf(1)));

    expect(await recordSecond(shop.world)).toMatchObject({ paid_by_gift_card: 0 });
    await expectLedgerProven(shop.world);
  });

  test('is refused if another refund takes back all cards after the order was read', async () => {
    const shop = await sold(2);
    beforeReadOf(keys.giftCard(shop.world.store.id, shop.cards[0] ?? ''), () =>
      succeeded(refund(shop, { ...unitsOf(1, 2), refund_id: 'two' })),
    );

    expect(await refund(shop, unitsOf(1))).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'A refund cannot exceed what was paid',
    });
    await expectLedgerProven(shop.world);
  });

  test.each([
    ['no card', [0, 1, 2]],
    ['some cards', [0]],
  ])('waits if an upgrade has linked %s with the order', async (_, lost) => {
    const shop = await sold(3);
    await unlink(
      shop,
      lost.map((index) => shop.cards[index] ?? ''),
    );

    expect(await refund(shop, unitsOf(1))).toEqual(unlinked);
    expect(await balancesOf(shop)).toEqual([price, price, price]);
    expect(await refund(shop, { ...unitsOf(1), refund_id: 'kept', keep_gift_cards: true })).toMatchObject({
      to_card: price,
    });

    await migrate();
    await succeeded(refund(shop, unitsOf(1)));
    expect(await balancesOf(shop)).toEqual([0, price, price]);
  });

  test('takes back a card after the refunds of its orders, with what staff added', async () => {
    const shop = await sold(1);
    const { world, cards } = shop;
    const other = await spend(world, cards[0] ?? '', 300);
    expect(await refund(shop, unitsOf(1))).toMatchObject({ errorType: 'INVALID_FIELD' });
    await succeeded(refund({ world, order: other as never }, { refund_id: 'other', amount: 300 }));
    const path = { gift_card_id: cards[0] ?? '' };
    await call(contract.adjustGiftCard, { key: world.write, path, body: { amount: 50 } });

    expect(await refund(shop, unitsOf(1))).toMatchObject({ to_card: price });
    expect(await balancesOf(shop)).toEqual([0]);
    expect((await entriesOf(world, cards[0]))[0]).toMatchObject({ amount: -price - 50 });
    await expectLedgerProven(world);
  });

  test('and another refund at the same time each take back a card of their own', async () => {
    const shop = await sold(2);
    const { world, order } = shop;
    const twins: unknown[] = [];
    beforeReadOf(keys.order(world.store.id, order.id), async () =>
      twins.push(await refund(shop, { ...unitsOf(1), refund_id: 'two' })),
    );

    twins.push(await refund(shop, unitsOf(1)));

    expect(twins).toMatchObject([{ to_card: price }, { to_card: price }]);
    expect(await balancesOf(shop)).toEqual([0, 0]);
    expect(await refund(shop, { ...unitsOf(1), refund_id: 'three' })).toMatchObject({ errorType: 'INVALID_FIELD' });
    await expectLedgerProven(world);
  });

  test('takes back the card of its own line', async () => {
    const shop = await sold(2);
    const { world } = shop;
    const [pot, , giftCard] = world.products;
    const lines = [500, 700].map((unit_price) => lineOf(giftCard, { unit_price, quantity: 2 }));
    const order = orderOf(world, { lines: [lineOf(pot, { unit_price: 1 }), ...lines] });
    await succeeded(record(world, order));

    await succeeded(refund({ world, order }, unitsOf(2)));

    const cards = await cardsOf(world, order.id);
    expect(await balancesOf({ world, order, cards })).toEqual([500, 500, 0, 700]);
  });

  test('waits for the link of a card even if the card that paid is linked', async () => {
    const world = await newWorld();
    const { code, id } = await issued(world, { value: 1000 });
    await succeeded(hold(world, code));
    const order = orderOf(world, {
      lines: [lineOf(world.products[2], { unit_price: price })],
      checkout_id: 'checkout',
    });
    await succeeded(record(world, order));
    const linked = await cardsOf(world, order.id);
    const cards = linked.filter((card) => card !== id);
    expect([linked.length, cards.length]).toEqual([2, 1]);
    await unlink({ world, order, cards }, cards);

    expect(await refund({ world, order }, unitsOf(0))).toEqual(unlinked);
  });

  test('counts the cards of an order only if its customer was deleted', async () => {
    const queries = async (shop: Sold, refund_id: string) => {
      const { calls } = await watch(() => succeeded(refund(shop, { ...unitsOf(1), refund_id })));
      return calls.filter(({ command }) => command.startsWith('Query')).length;
    };
    const shop = await sold(2);

    expect(await queries(shop, 'one')).toBe(1);
    await unlink(shop, []);
    expect(await queries(shop, 'two')).toBe(2);
  });

  test('returns money to the payment card first, and then to the gift card', async () => {
    const world = await newWorld();
    const { code, id } = await issued(world, { value: 1000 });
    await succeeded(hold(world, code));
    const line = lineOf(world.products[2], { quantity: 1, unit_price: price });
    const order = orderOf(world, { lines: [line], checkout_id: 'checkout' });
    await succeeded(record(world, order));

    expect(await refund({ world, order }, unitsOf(0))).toMatchObject({ to_card: 500, to_gift_card: 1000 });
    expect(await balanceOf(world, id)).toBe(1000);
    await expectLedgerProven(world);
  });
});

test('a refund without lines refunds the whole order with all cards, or everything except the cards', async () => {
  const shop = await sold();
  expect(await refund(shop, { amount: 1001 })).toEqual({
    errorType: 'MISSING_FIELD',
    errorMessage: "lines is required: this amount reaches into the order's gift cards",
  });
  await succeeded(refund(shop, { amount: 400 }));
  expect(await balancesOf(shop)).toEqual([price, price]);

  await succeeded(refund(shop, { refund_id: 'rest', amount: 600 + 2 * price }));

  expect(await balancesOf(shop)).toEqual([0, 0]);
  expect(await shown(shop)).toMatchObject({
    refunded: 1000 + 2 * price,
    lines: [{ refunded_quantity: 1 }, { refunded_quantity: 2 }],
  });
  await expectLedgerProven(shop.world);
});

test('a refund of units needs keep_gift_cards after a refund that reached into the cards', async () => {
  const shop = await sold();
  await succeeded(refund(shop, { refund_id: 'cards', amount: 2500, keep_gift_cards: true }));

  expect(await refund(shop, unitsOf(0))).toEqual({
    errorType: 'MISSING_FIELD',
    errorMessage: "keep_gift_cards is required: this amount reaches into the order's gift cards",
  });
  expect(await refund(shop, { ...unitsOf(0), keep_gift_cards: true })).toMatchObject({ to_card: 1000 });
});

test('a refund is refused if it has neither amount nor lines, or has a line twice', async () => {
  const shop = await sold();

  expect(await refund(shop, {})).toEqual({ errorType: 'MISSING_FIELD', errorMessage: 'amount is required' });
  expect(await refund(shop, { lines: [...unitsOf(0).lines, ...unitsOf(0).lines] })).toEqual({
    errorType: 'INVALID_FIELD',
    errorMessage: 'lines must contain each line once',
  });
});

test('a refunded file cannot be downloaded, and the others can', async () => {
  const world = await newWorld();
  const [pot, file] = world.products;
  const order = orderOf(world, { lines: [lineOf(pot, { unit_price: 5 }), lineOf(file, { unit_price: 7 })] });
  await succeeded(record(world, order));
  const download = () =>
    invoke(createDownload, { store_id: world.store.id, order_id: order.id, variant_id: file.variants[0]?.id });

  await succeeded(refund({ world, order }, unitsOf(0)));
  expect(await download()).not.toMatchObject({ errorType: 'FORBIDDEN' });

  await succeeded(refund({ world, order }, { ...unitsOf(1), refund_id: 'two' }));
  expect(await download()).toEqual({ errorType: 'FORBIDDEN', errorMessage: 'This was refunded' });
});

describe('a card that waits for its send date', () => {
  const week = 7 * 86_400;

  test('is not emailed once it is taken back, even if staff raise its balance', async () => {
    const recipient_email = `${newId('customer')}@example.com`;
    const shop = await sold(1, { card: { recipient_email, send_at: seconds(week) } });
    await succeeded(refund(shop, unitsOf(1)));
    const path = { gift_card_id: shop.cards[0] ?? '' };
    await call(contract.adjustGiftCard, { key: shop.world.write, path, body: { amount: 50 } });

    later(week + 10);
    expect(await sweep()).toMatchObject({ failed: 0 });

    expect(queuedMails.filter((body) => body.includes(shop.world.store.id))).toEqual([]);
  });

  test('is not emailed while its refund is not finished', async () => {
    onTestFinished(resize((name) => (name === 'takenBackCards' ? 1 : undefined)));
    const recipient_email = `${newId('customer')}@example.com`;
    const shop = await sold(3, { card: { recipient_email, send_at: seconds(week) } });
    for (let commits = 0; commits < 3; commits += 1) {
      await dyingAfterCommit(() => refund(shop, unitsOf(1, 3))).catch(() => undefined);
    }
    later(week + 10);
    await sweep();
    await sweep();

    expect(queuedMails.filter((body) => body.includes(shop.world.store.id))).toEqual([]);
    expect(await balancesOf(shop)).toEqual([0, 0, 0]);
  });
});

test('an email that is still queued is not sent once its card is taken back', async () => {
  const recipient_email = `${newId('customer')}@example.com`;
  const shop = await sold(2, { card: { recipient_email } });
  await succeeded(refund(shop, unitsOf(1)));

  const sendMail = await handlerOf({ name: 'send-mail' });
  await sendMail(batchOf(queuedMails.filter((body) => body.includes(shop.world.store.id))));

  expect(await inboxOf(recipient_email)).toHaveLength(1);
});

/** An order of four gift cards. The function died after it had issued two of them. */
async function soldHalf(): Promise<Sold> {
  onTestFinished(resize((name) => (name === 'issuedCards' ? 1 : undefined)));
  const world = await newWorld();
  const line = lineOf(world.products[2], { quantity: 4, unit_price: price });
  const order = orderOf(world, { lines: [line] });
  let commits = 0;
  await withOnCall(
    dynamodb,
    (each, next) => {
      commits += /^(?:PutItem|TransactWrite)/.test(each.command) ? 1 : 0;
      if (commits > 3) throw new Error('The function has died');
      return next();
    },
    () => record(world, order),
  ).catch(() => undefined);
  const cards = await cardsOf(world, order.id);
  expect(cards).toHaveLength(2);
  return { world, order, cards };
}

test.each([
  ['that takes back cards', undefined, 3, [0, price]],
  ['that keeps cards', true, 3, [price, price]],
  ['of fewer units than have no card', undefined, 1, [price, price, price]],
])('a unit without an issued card gets none after a refund %s', async (_, keep_gift_cards, units, expected) => {
  const { world, order } = await soldHalf();

  await succeeded(refund({ world, order }, { ...unitsOf(0, units), keep_gift_cards }));
  later(120);
  expect(await sweep()).toMatchObject({ failed: 0 });

  const cards = await cardsOf(world, order.id);
  expect(await balancesOf({ world, order, cards })).toEqual(expected);
  await expectLedgerProven(world);
});

test('earlier releases find no card to issue in an order with units that get none', async () => {
  const { world, order } = await soldHalf();
  const stored = async () => {
    const found = (await entitiesOf(world.store.id)).find(({ sk, pk }) => sk === 'ORDER' && pk.endsWith(order.id));
    return [found?.cards_issued, found?.issued];
  };
  expect(await stored()).toEqual([2, undefined]);

  await succeeded(refund({ world, order }, unitsOf(0)));
  expect(await stored()).toEqual([4, 2]);

  later(120);
  await sweep();
  expect(await stored()).toEqual([4, undefined]);
  expect(await cardsOf(world, order.id)).toHaveLength(3);
});

test('the migration finds an order that an earlier release no longer lists as due', async () => {
  const { world, order } = await soldHalf();
  await succeeded(refund({ world, order }, unitsOf(0)));
  const { pk, sk } = keys.order(world.store.id, order.id);
  await dynamodb.send(
    new UpdateCommand({ TableName: storeTable(), Key: { pk, sk }, UpdateExpression: 'REMOVE due_pk, due_sk' }),
  );
  await migrate();

  later(120);
  await sweep();

  expect(await cardsOf(world, order.id)).toHaveLength(3);
});

describe('a refund of more cards than one commit takes back', () => {
  const quantity = 7;

  const inParts = () =>
    onTestFinished(resize((name) => (name === 'takenBackCards' ? 2 : name === 'refundedCards' ? 3 : undefined)));

  const all = unitsOf(1, quantity);

  /** Refunds with a function that dies at one of its calls. */
  function dying(shop: Sold, at: number, fields: object = all) {
    let calls = 0;
    return withOnCall(
      [dynamodb, sqs, s3()],
      (_, next) => {
        calls += 1;
        if (calls >= at) throw new Error('The function has died');
        return next();
      },
      () => refund(shop, fields),
    ).catch(() => undefined);
  }

  const takenBack = Array.from({ length: quantity }, () => 0);

  async function expectTakenBackOnce(shop: Sold) {
    expect(await balancesOf(shop)).toEqual(takenBack);
    for (const card of shop.cards) {
      expect((await entriesOf(shop.world, card)).map(({ type }: { type: string }) => type)).toEqual([
        'adjusted',
        'issued',
      ]);
    }
    const { refunds, refunded } = await shown(shop);
    expect(refunds).toMatchObject([{ amount: quantity * price }]);
    expect(refunded).toBe(quantity * price);
    await expectLedgerProven(shop.world);
  }

  test('takes each back once and moves the money once', async () => {
    inParts();
    const shop = await sold(quantity);
    const made = await refund(shop, all);

    expect(made).toMatchObject({ to_card: quantity * price });
    expect(await refund(shop, all)).toEqual(made);
    await expectTakenBackOnce(shop);
  });

  test('continues after the function dies at any call', async () => {
    inParts();
    const shop = await sold(quantity);
    for (let at = 1; at <= 14; at += 1) await dying(shop, at);

    expect(await refund(shop, all)).toMatchObject({ to_card: quantity * price });
    await expectTakenBackOnce(shop);
  });

  test.each([2, 3, 4, 5, 6])('is finished by the sweep after %i commits', async (commits) => {
    inParts();
    const shop = await sold(quantity);
    for (let death = 0; death < commits; death += 1) {
      await dyingAfterCommit(() => refund(shop, all)).catch(() => undefined);
    }

    later(120);
    expect(await sweep()).toMatchObject({ failed: 0 });

    await expectTakenBackOnce(shop);
    expect(await sweep()).toMatchObject({ done: 0, failed: 0 });
    expect(await refund(shop, all)).toMatchObject({ to_card: quantity * price });
  });

  test('refuses checkouts, staff and other refunds until it is finished', async () => {
    inParts();
    const shop = await sold(quantity);
    const { world, order, cards } = shop;
    const card = cards.at(-1) ?? '';
    for (let death = 0; death < 5; death += 1) await dyingAfterCommit(() => refund(shop, all)).catch(() => undefined);

    const refusal = { errorType: 'INVALID_FIELD', errorMessage: 'The gift card is being refunded' };
    expect(await balanceOf(world, card)).toBe(price);
    expect(await hold(world, codeOf(card))).toEqual(refusal);
    expect(await invoke(getGiftCardBalance, { store_id: world.store.id, code: codeOf(card) })).toMatchObject({
      available: 0,
    });
    const path = { gift_card_id: card };
    const adjusted = await call(contract.adjustGiftCard, { key: world.write, path, body: { amount: 5 } });
    expect(adjusted.body).toMatchObject({ code: 'INVALID_FIELD', error: refusal.errorMessage });
    expect(await refund(shop, { refund_id: 'two', amount: 5 })).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'Another refund of the order is not finished',
    });
    expect(await refund(shop, unitsOf(1, 6))).toMatchObject({ errorType: 'DUPLICATE' });
    const other = orderOf(world);
    await succeeded(record(world, other));
    expect(await refund({ world, order: other }, { amount: 5 })).toMatchObject({ errorType: 'DUPLICATE' });
    expect(await shown(shop)).toMatchObject({ refunded: 0, refunds: [] });
    expect(await record(world, order)).toMatchObject({ refunded: 0 });
    await expectLedgerProven(world);

    await succeeded(refund(shop, all));
    await expectTakenBackOnce(shop);
  });

  test('leaves nothing to refund for earlier releases while it is not finished', async () => {
    inParts();
    const shop = await sold(quantity);
    const { world, order } = shop;
    await succeeded(refund(shop, { refund_id: 'first', amount: 300 }));
    await dyingAfterCommit(() => refund(shop, all)).catch(() => undefined);
    const stored = async () =>
      (await entitiesOf(world.store.id)).find(({ sk, pk }) => sk === 'ORDER' && String(pk).endsWith(order.id));

    const total = 1000 + quantity * price;
    expect(await stored()).toMatchObject({
      ...{ refunded_to_card: total, refunded_to_gift_card: 0, refunded: { to_card: 300, to_gift_card: 0 } },
    });
    expect(await shown(shop)).toMatchObject({ refunded: 300 });

    await succeeded(refund(shop, all));
    expect(await stored()).toMatchObject({ refunded_to_card: 300 + quantity * price });
    expect(await stored()).not.toHaveProperty('refunded');
    expect(await stored()).not.toHaveProperty('refunding');
  });

  test('is refused if a card is spent before it can be held, and leaves every card as it was', async () => {
    inParts();
    const shop = await sold(quantity);
    const { world, order, cards } = shop;
    const spent = cards.at(-1) ?? '';
    await spend(world, spent);

    expect(await refund(shop, all)).toEqual(await spentMessage(world, spent));

    expect(await balancesOf(shop)).toEqual([...cards.slice(1).map(() => price), price - 100]);
    const [first = ''] = cards;
    expect(await giftCards.find(world.store.id, first)).toMatchObject({ holds: [] });
    expect(await hold(world, codeOf(first))).toMatchObject({ held: price });
    expect(await refund(shop, { refund_id: 'two', amount: 5 })).toMatchObject({ to_card: 5 });
    expect(await refund({ world, order }, { amount: 7 })).toMatchObject({ to_card: 7 });
    await expectLedgerProven(world);
  });

  test.each([
    ['before it begins', 0],
    ['while it holds cards', 2],
    ['while it takes cards back', 5],
  ])('waits if its cards lose their links %s, and continues after the migration', async (_, commits) => {
    inParts();
    const shop = await sold(quantity);
    const { world, cards } = shop;
    for (let death = 0; death < commits; death += 1) {
      await dyingAfterCommit(() => refund(shop, all)).catch(() => undefined);
    }
    await unlink(shop, cards.slice(0, 6));

    expect(await refund(shop, all)).toEqual(unlinked);
    later(120);
    await sweep();
    expect(await shown(shop)).toMatchObject({ refunded: 0 });
    await migrate();

    expect(await refund(shop, all)).toMatchObject({ to_card: quantity * price });
    await expectTakenBackOnce(shop);
    for (const card of cards) expect(await giftCards.find(world.store.id, card)).toMatchObject({ holds: [] });
  });

  test('keeps a checkout that holds nothing of its card, so that its order is recorded', async () => {
    inParts();
    const shop = await sold(quantity);
    const { world, cards } = shop;
    await holdNothing(world, cards[0] ?? '');
    for (let death = 0; death < 3; death += 1) await dyingAfterCommit(() => refund(shop, all)).catch(() => undefined);

    expect(await recordSecond(world)).toMatchObject({ paid_by_gift_card: 0 });

    await succeeded(refund(shop, all));
    await expectTakenBackOnce(shop);
  });

  test('moves no money if a card is lost that it has held', async () => {
    inParts();
    const shop = await sold(quantity);
    const { world, cards } = shop;
    for (let death = 0; death < 4; death += 1) await dyingAfterCommit(() => refund(shop, all)).catch(() => undefined);
    const { pk, sk } = keys.giftCard(world.store.id, cards.at(-1) ?? '');
    await dynamodb.send(
      new UpdateCommand({
        TableName: storeTable(),
        Key: { pk, sk },
        UpdateExpression: 'SET holds = :none',
        ExpressionAttributeValues: { ':none': [] },
      }),
    );

    expect(await refund(shop, all)).toMatchObject({ errorType: 'INTERNAL_ERROR' });
    expect(await shown(shop)).toMatchObject({ refunded: 0, refunds: [] });
  });

  test('and the same request at the same time are one refund', async () => {
    inParts();
    const shop = await sold(quantity);
    for (let death = 0; death < 7; death += 1) await dyingAfterCommit(() => refund(shop, all)).catch(() => undefined);
    const twins: unknown[] = [];
    beforeReadOf(keys.giftCard(shop.world.store.id, shop.cards.at(-1) ?? ''), async () =>
      twins.push(await refund(shop, all)),
    );

    twins.push(await refund(shop, all));

    expect(twins[1]).toEqual(twins[0]);
    await expectTakenBackOnce(shop);
  });

  test('frees all cards even if the function dies meanwhile, and can be requested again', async () => {
    inParts();
    const shop = await sold(quantity);
    const { world, cards } = shop;
    const spent = cards.at(-1) ?? '';
    await spend(world, spent);
    for (let death = 0; death < 5; death += 1) await dyingAfterCommit(() => refund(shop, all)).catch(() => undefined);

    later(120);
    expect(await sweep()).toMatchObject({ failed: 0 });

    for (const card of cards) expect(await giftCards.find(world.store.id, card)).toMatchObject({ holds: [] });
    expect(await refund(shop, { ...all, keep_gift_cards: true })).toMatchObject({ to_card: quantity * price });
  });

  test('is refused if a card is spent while others are being held', async () => {
    inParts();
    const shop = await sold(quantity);
    const { world, cards } = shop;
    const last = cards.at(-1) ?? '';
    // The last card is spent while the first are being held.
    around(
      ({ command, input }) => command.startsWith('TransactWrite') && JSON.stringify(input).includes('9999-12-31'),
      async (send) => {
        await spend(world, last);
        return send();
      },
    );

    expect(await refund(shop, all)).toEqual(await spentMessage(world, last));
    expect(await balancesOf(shop)).toEqual([...cards.slice(1).map(() => price), price - 100]);
    await expectLedgerProven(world);
  });

  test('is finished for an order if its customer is deleted in between', async () => {
    inParts();
    const shop = await sold(quantity);
    const { world, order } = shop;
    for (let death = 0; death < 4; death += 1) await dyingAfterCommit(() => refund(shop, all)).catch(() => undefined);

    await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: order.customer_id }));

    await succeeded(refund(shop, all));
    await expectTakenBackOnce(shop);
    expect(await refund(shop, { refund_id: 'two', amount: 1000 })).toMatchObject({ to_card: 1000 });
  });
});

test('an order that was issued by an earlier release takes back its cards by order of issue', async () => {
  const shop = await sold(2);
  const { world } = shop;
  const [, , giftCard] = world.products;
  const lines = [500, 700].map((unit_price) => lineOf(giftCard, { unit_price, quantity: 2 }));
  const order = orderOf(world, { lines });
  await withOnCall(
    dynamodb,
    (each, next) => {
      for (const { Put } of each.input.TransactItems ?? []) {
        if (String(Put?.Item.sk).startsWith('CARD#')) delete Put.Item.line;
      }
      return next();
    },
    () => record(world, order),
  );
  const cards = await cardsOf(world, order.id);

  await succeeded(refund({ world, order }, unitsOf(1)));

  expect(await balancesOf({ world, order, cards })).toEqual([500, 500, 0, 700]);
});

test('an audit reports a refunded unit if its card was not taken back', async () => {
  const shop = await sold(2);
  const { world, order, cards } = shop;
  await succeeded(refund(shop, unitsOf(1)));
  await expectLedgerProven(world);
  const { pk, sk } = keys.giftCard(world.store.id, cards[0] ?? '');
  await dynamodb.send(
    new UpdateCommand({ TableName: storeTable(), Key: { pk, sk }, UpdateExpression: 'REMOVE taken_back_by' }),
  );

  expect(await invoke(auditLedger, { store_id: world.store.id })).toMatchObject({
    findings: [
      {
        id: cards[0],
        finding: `order ${order.id} has 2 gift cards of line 1 after refunds, at most 1 are due`,
      },
    ],
  });
});
