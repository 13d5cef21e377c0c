/** Refunds that take back more gift cards than one commit holds. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { s3 } from '../../../lib/objects/objects.ts';
import { sqs } from '../../../lib/queue/send.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { getGiftCardBalance } from '../../../lib/resources/gift-cards/functions.ts';
import * as contract from '../../../lib/resources/gift-cards/operations.ts';
import * as giftCards from '../../../lib/resources/gift-cards/records.ts';
import { dynamodb } from '../../../lib/table/client.ts';
import { keys } from '../../../lib/table/keys.ts';
import { changeItem } from '../../support/aws/changed-items.ts';
import { before, beforeReadOf, dyingAfterCommit } from '../../support/aws/interleave.ts';
import { withOnCall } from '../../support/aws/on-call.ts';
import { entitiesOf, isolateTables } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, orderOf, record } from '../../support/world/checkout.ts';
import { later } from '../../support/world/clock.ts';
import { balanceOf, expectLedgerProven } from '../../support/world/gift-cards.ts';
import {
  balancesOf,
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
import { succeeded } from '../../support/world/world.ts';

isolateTables('test');

describe('a refund of more cards than one commit takes back', () => {
  const quantity = 7;

  const all = unitsOf(1, quantity);

  /** A paid order of these cards. Until the test has finished, commits hold few of them. */
  function soldInParts(): Promise<Sold> {
    onTestFinished(resize((name) => (name === 'takenBackCards' ? 2 : name === 'refundedCards' ? 3 : undefined)));
    return sold(quantity);
  }

  /** Refunds with functions that each die after a commit. */
  async function interrupt(shop: Sold, commits: number): Promise<void> {
    for (let death = 0; death < commits; death += 1) {
      await dyingAfterCommit(() => refund(shop, all)).catch(() => undefined);
    }
  }

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
    const shop = await soldInParts();
    const made = await refund(shop, all);

    expect(made).toMatchObject({ to_card: quantity * price });
    expect(await refund(shop, all)).toEqual(made);
    await expectTakenBackOnce(shop);
  });

  test('continues after the function dies at any call', { tags: 'long' }, async () => {
    const shop = await soldInParts();
    for (let at = 1; at <= 14; at += 1) await dying(shop, at);

    expect(await refund(shop, all)).toMatchObject({ to_card: quantity * price });
    await expectTakenBackOnce(shop);
  });

  test.each([2, 3, 4, 5, 6])('is finished by the sweep after %i commits', { tags: 'long' }, async (commits) => {
    const shop = await soldInParts();
    await interrupt(shop, commits);

    later(120);
    expect(await sweep()).toMatchObject({ failed: 0 });

    await expectTakenBackOnce(shop);
    expect(await sweep()).toMatchObject({ done: 0, failed: 0 });
    expect(await refund(shop, all)).toMatchObject({ to_card: quantity * price });
  });

  test('refuses checkouts, staff and other refunds until it is finished', async () => {
    const shop = await soldInParts();
    const { world, order, cards } = shop;
    const card = cards.at(-1) ?? '';
    await interrupt(shop, 5);

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
    const shop = await soldInParts();
    const { world, order } = shop;
    await succeeded(refund(shop, { refund_id: 'first', amount: 300 }));
    await interrupt(shop, 1);
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
    const shop = await soldInParts();
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
  ])(
    'waits if its cards lose their links %s, and continues after the migration',
    { tags: 'long' },
    async (_, commits) => {
      const shop = await soldInParts();
      const { world, cards } = shop;
      await interrupt(shop, commits);
      await unlink(shop, cards.slice(0, 6));

      expect(await refund(shop, all)).toEqual(unlinked);
      later(120);
      await sweep();
      expect(await shown(shop)).toMatchObject({ refunded: 0 });
      await migrate();

      expect(await refund(shop, all)).toMatchObject({ to_card: quantity * price });
      await expectTakenBackOnce(shop);
      for (const card of cards) expect(await giftCards.find(world.store.id, card)).toMatchObject({ holds: [] });
    },
  );

  test('keeps a checkout that holds nothing of its card, so that its order is recorded', async () => {
    const shop = await soldInParts();
    const { world, cards } = shop;
    await holdNothing(world, cards[0] ?? '');
    await interrupt(shop, 3);

    expect(await recordSecond(world)).toMatchObject({ paid_by_gift_card: 0 });

    await succeeded(refund(shop, all));
    await expectTakenBackOnce(shop);
  });

  test('moves no money if a card is lost that it has held', { tags: 'long' }, async () => {
    const shop = await soldInParts();
    const { world, cards } = shop;
    await interrupt(shop, 4);
    const { pk, sk } = keys.giftCard(world.store.id, cards.at(-1) ?? '');
    await changeItem({ pk, sk }, 'SET holds = :none', { ':none': [] });

    expect(await refund(shop, all)).toMatchObject({ errorType: 'INTERNAL_ERROR' });
    expect(await shown(shop)).toMatchObject({ refunded: 0, refunds: [] });
  });

  test('and the same request at the same time are one refund', async () => {
    const shop = await soldInParts();
    await interrupt(shop, 7);
    const twins: unknown[] = [];
    beforeReadOf(keys.giftCard(shop.world.store.id, shop.cards.at(-1) ?? ''), async () =>
      twins.push(await refund(shop, all)),
    );

    twins.push(await refund(shop, all));

    expect(twins[1]).toEqual(twins[0]);
    await expectTakenBackOnce(shop);
  });

  test('frees all cards even if the function dies meanwhile, and can be requested again', async () => {
    const shop = await soldInParts();
    const { world, cards } = shop;
    const spent = cards.at(-1) ?? '';
    await spend(world, spent);
    await interrupt(shop, 5);

    later(120);
    expect(await sweep()).toMatchObject({ failed: 0 });

    for (const card of cards) expect(await giftCards.find(world.store.id, card)).toMatchObject({ holds: [] });
    expect(await refund(shop, { ...all, keep_gift_cards: true })).toMatchObject({ to_card: quantity * price });
  });

  test('is refused if a card is spent while others are being held', async () => {
    const shop = await soldInParts();
    const { world, cards } = shop;
    const last = cards.at(-1) ?? '';
    // The last card is spent while the first are being held.
    before(
      ({ command, input }) => command.startsWith('TransactWrite') && JSON.stringify(input).includes('9999-12-31'),
      () => spend(world, last),
    );

    expect(await refund(shop, all)).toEqual(await spentMessage(world, last));
    expect(await balancesOf(shop)).toEqual([...cards.slice(1).map(() => price), price - 100]);
    await expectLedgerProven(world);
  });

  test('is finished for an order if its customer is deleted in between', { tags: 'long' }, async () => {
    const shop = await soldInParts();
    const { world, order } = shop;
    await interrupt(shop, 4);

    await succeeded(invoke(deleteCustomer, { store_id: world.store.id, customer_id: order.customer_id }));

    await succeeded(refund(shop, all));
    await expectTakenBackOnce(shop);
    expect(await refund(shop, { refund_id: 'two', amount: 1000 })).toMatchObject({ to_card: 1000 });
  });
});
