/** Refunds that take back the gift cards of the refunded units in one commit. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDownload } from '../../../lib/resources/digital-files/functions.ts';
import { auditLedger } from '../../../lib/resources/gift-cards/functions.ts';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { newId } from '../../../lib/runtime/ids.ts';
import { limits } from '../../../lib/schema/limits.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { changeItem } from '../../support/aws/changed-items.ts';
import { beforeReadOf, dyingAfterCommit } from '../../support/aws/interleave.ts';
import { withOnCall } from '../../support/aws/on-call.ts';
import { batchOf, inboxOf, queuedMails } from '../../support/aws/queued-messages.ts';
import { entitiesOf, isolateTables } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { handlerOf } from '../../support/handlers.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { later } from '../../support/world/clock.ts';
import { expectLedgerProven, issued, seconds } from '../../support/world/gift-cards.ts';
import {
  balancesOf,
  cardsOf,
  codeOf,
  entriesOf,
  holdNothing,
  migrate,
  price,
  recordSecond,
  refund,
  type Sold,
  shown,
  sold,
  spend,
  spentMessage,
  sweep,
  unitsOf,
  unlink,
  unlinked,
} from '../../support/world/refunds.ts';
import { newWorld, succeeded } from '../../support/world/world.ts';

isolateTables('test');

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
  ])('waits if an upgrade has linked %s with the order', { tags: 'long' }, async (_, lost) => {
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

test('a refund can name every line of the longest order', async () => {
  const world = await newWorld();
  const line = lineOf(world.products[0], { unit_price: 1 });
  const longest = orderOf(world, { lines: Array.from({ length: limits.orderLines }, () => line) });
  await succeeded(record(world, longest));
  const linesOf = (length: number) => ({ lines: Array.from({ length }, (_, line) => ({ line, quantity: 1 })) });
  const shop = { world, order: longest };

  expect(await refund(shop, linesOf(limits.orderLines + 1))).toMatchObject({ errorType: 'INVALID_FIELD' });
  expect(await refund(shop, { lines: [] })).toMatchObject({ errorMessage: 'lines must be between 1 and 90' });
  expect(await succeeded(refund(shop, linesOf(limits.orderLines)))).toMatchObject({ refund_id: 'one' });
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

test('the migration finds an order that an earlier release no longer lists as due', { tags: 'long' }, async () => {
  const { world, order } = await soldHalf();
  await succeeded(refund({ world, order }, unitsOf(0)));
  const { pk, sk } = keys.order(world.store.id, order.id);
  await changeItem({ pk, sk }, 'REMOVE due_pk, due_sk');
  await migrate();

  later(120);
  await sweep();

  expect(await cardsOf(world, order.id)).toHaveLength(3);
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
  await changeItem({ pk, sk }, 'REMOVE taken_back_by');

  expect(await invoke(auditLedger, { store_id: world.store.id })).toMatchObject({
    findings: [
      {
        id: cards[0],
        finding: `order ${order.id} has 2 gift cards of line 1 after refunds, at most 1 are due`,
      },
    ],
  });
});
