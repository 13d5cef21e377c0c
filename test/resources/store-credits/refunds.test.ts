/** Refunds and cancellations of orders that store credit paid for, and refunds to store credit. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import { cancelOrder, getOrder, refundOrder } from '../../../lib/resources/orders/functions.ts';
import { getStoreCreditBalance } from '../../../lib/resources/store-credits/functions.ts';
import * as contract from '../../../lib/resources/store-credits/operations.ts';
import * as storeCredits from '../../../lib/resources/store-credits/records.ts';
import * as items from '../../../lib/table/items.ts';
import { keys } from '../../../lib/table/keys.ts';
import * as work from '../../../lib/work/sweep-gift-cards.ts';
import { watch } from '../../support/aws/aws-calls.ts';
import { around, beforeReadOf, dyingAfterCommit } from '../../support/aws/interleave.ts';
import { underRoleOf } from '../../support/aws/permissions.ts';
import { watchingReads } from '../../support/aws/reads-outside.ts';
import { entitiesOf, isolateTables } from '../../support/aws/table-contents.ts';
import { resize } from '../../support/batches.ts';
import { call } from '../../support/http/call.ts';
import { invoke } from '../../support/invoke.ts';
import { hold, lineOf, orderOf, record } from '../../support/world/checkout.ts';
import { setClock } from '../../support/world/clock.ts';
import {
  balancesOf,
  creditOf,
  creditPayment,
  creditsOf,
  granted,
  holdCredit,
  newCredits,
} from '../../support/world/credit-checkout.ts';
import { balanceOf, expectLedgerProven, issued, seconds } from '../../support/world/gift-cards.ts';
import { succeeded, type World } from '../../support/world/world.ts';

isolateTables('test');

/** An order of 2333: a gift card paid 600, a lasting credit 1000 and a credit that expires in an hour 400. */
async function ordered(status: 'paid' | 'pending' = 'paid', fields: object = {}) {
  const { world, ids } = await newCredits(1000);
  const lasting = ids[0] ?? '';
  const passing = await granted(world, 400, { expires_at: seconds(3600) });
  const { id: card, code } = await issued(world, { value: 600 });
  await succeeded(hold(world, code, { amount: 2333 }));
  await succeeded(holdCredit(world));
  const order = orderOf(world, { checkout_id: 'checkout', status, ...fields });
  const recorded = await succeeded(record(world, order));
  expect(recorded.payments.map(({ amount }) => amount)).toEqual([600, 400, 1000]);
  const about = { store_id: world.store.id, order_id: order.id };
  return {
    ...{ world, lasting, passing, card, order, recorded, about },
    refund: (refund_id: string, amount: number, more: object = {}) =>
      invoke(refundOrder, { ...about, refund_id, amount, ...more }),
    payments: async () => (await succeeded(invoke(getOrder, about))).payments,
  };
}

const cardPayment = (gift_card_id: string, amount: number, refunded = 0) => ({
  ...{ type: 'gift_card', gift_card_id, amount, refunded },
});

const available = async ({ store, customers }: World) =>
  (await succeeded(invoke(getStoreCreditBalance, { store_id: store.id, customer_id: customers[0].id }))).available;

const deleted = ({ store, customers }: World) =>
  succeeded(invoke(deleteCustomer, { store_id: store.id, customer_id: customers[0].id }));

const importedAgain = ({ store, customers }: World) =>
  succeeded(invoke(importRecords, { store_id: store.id, customers: [customers[0]] }));

const twoHours = () => setClock(seconds(7200));

describe('refund-order of an order that store credit paid for', () => {
  test("returns to the buyer's card first, then to the payments in reverse order of joining", async () => {
    const { world, lasting, passing, card, refund, payments } = await ordered();

    expect(await refund('one', 1033)).toEqual({
      ...{ refund_id: 'one', to_card: 333, to_gift_card: 0, to_store_credit: 700 },
      ...{ tax: 147, order_id: expect.any(String) },
    });
    expect(await balancesOf(world, [lasting, passing])).toEqual([700, 0]);
    expect(await refund('two', 1300)).toMatchObject({ to_card: 0, to_gift_card: 600, to_store_credit: 700 });
    expect(await balancesOf(world, [lasting, passing])).toEqual([1000, 400]);
    expect(await balanceOf(world, card)).toBe(600);
    expect(await payments()).toEqual([
      cardPayment(card, 600, 600),
      creditPayment(passing, 400, 400),
      creditPayment(lasting, 1000, 1000),
    ]);
    expect(await refund('one', 1033)).toMatchObject({ to_store_credit: 700 });
    expect(await refund('three', 1)).toMatchObject({ errorMessage: 'A refund cannot exceed what was paid' });
    expect(await available(world)).toBe(1400);
    await expectLedgerProven(world);
  });

  test('turns what returns to an expired credit into one new credit of 30 days, once', async () => {
    const { world, lasting, passing, refund, payments, order } = await ordered();
    twoHours();
    const made = { to_card: 333, to_gift_card: 0, to_store_credit: 1100 };

    expect(await refund('one', 1433)).toMatchObject(made);
    expect(await refund('one', 1433)).toMatchObject(made);
    expect(await refund('two', 300)).toMatchObject({ to_gift_card: 0, to_store_credit: 300 });
    expect(await refund('three', 600)).toMatchObject({ to_gift_card: 600 });

    expect(await balancesOf(world, [lasting, passing])).toEqual([1000, 0]);
    const [second, first] = (await creditsOf(world)).filter(
      ({ id }: { id: string }) => ![lasting, passing].includes(id),
    );
    expect([first, second]).toMatchObject([
      { initial_value: 100, reason: 'refund', status: 'active', note: null },
      { initial_value: 300, reason: 'refund', status: 'active', note: null },
    ]);
    expect(Date.parse(first.expires_at) - Date.parse(first.created_at)).toBe(30 * 86_400_000);
    expect(Date.now() - Date.parse(first.created_at)).toBeLessThan(60_000);
    const path = { id: world.customers[0].id, store_credit_id: first.id };
    const { data } = (await call(contract.listStoreCreditTransactions, { path, key: world.read })).body;
    expect(data).toMatchObject([
      { type: 'issued', amount: 100, order_id: order.id, actor: { type: 'system', name: null } },
    ]);
    expect((await payments())[1]).toEqual(creditPayment(passing, 400, 400));
    expect(await available(world)).toBe(1400);
    await expectLedgerProven(world);
  });

  test('two expired credits become one', async () => {
    const { world, ids } = await newCredits();
    expect(ids).toEqual([]);
    for (const value of [100, 200]) await granted(world, value, { expires_at: seconds(3600) });
    await succeeded(holdCredit(world, { amount: 300 }));
    const order = orderOf(world, { checkout_id: 'checkout' });
    await succeeded(record(world, order));
    twoHours();
    const about = { store_id: world.store.id, order_id: order.id };

    expect(await invoke(refundOrder, { ...about, refund_id: 'all', amount: 2333 })).toMatchObject({
      to_store_credit: 300,
    });

    expect((await creditsOf(world)).map(({ balance }: { balance: number }) => balance)).toEqual([300, 0, 0]);
    await expectLedgerProven(world);
  });

  test('leaves what would return to a deleted customer to the shop, and shows it', async () => {
    const { world, lasting, passing, card, refund, payments } = await ordered();
    await deleted(world);
    twoHours();

    expect(await refund('one', 2333)).toMatchObject({ to_card: 333, to_gift_card: 600, to_store_credit: 1400 });

    for (const id of [lasting, passing]) {
      expect(await storeCredits.find(world.store.id, id)).toMatchObject({ balance: 0, closed_at: expect.any(String) });
    }
    expect(await balanceOf(world, card)).toBe(600);
    expect(await payments()).toMatchObject([{ refunded: 600 }, { refunded: 400 }, { refunded: 1000 }]);
    expect((await entitiesOf(world.store.id)).filter(({ sk }) => sk === keys.storeCredit('', '').sk)).toHaveLength(2);
    await expectLedgerProven(world);
  });

  test('leaves it to the shop even if the customer was imported again', async () => {
    const { world, lasting, refund } = await ordered();
    await deleted(world);
    await succeeded(invoke(importRecords, { store_id: world.store.id, customers: [world.customers[0]] }));

    expect(await refund('one', 1333)).toMatchObject({ to_card: 333, to_store_credit: 1000 });
    expect(await storeCredits.find(world.store.id, lasting)).toMatchObject({ balance: 0 });
    expect(await available(world)).toBe(0);
    await expectLedgerProven(world);
  });

  test('a customer who is deleted during the refund keeps no credit', async () => {
    const { world, lasting, refund } = await ordered();
    beforeReadOf(keys.storeCredit(world.store.id, lasting), () => deleted(world));

    expect(await refund('one', 1333)).toMatchObject({ to_store_credit: 1000 });

    expect(await storeCredits.find(world.store.id, lasting)).toMatchObject({ balance: 0 });
    expect(
      (await entitiesOf(world.store.id)).filter(({ pk }) => pk.includes(`#CUSTOMER#${world.customers[0].id}`)),
    ).toHaveLength(1);
  });

  test('two refunds at once share what is left', async () => {
    const { world, refund } = await ordered();
    await succeeded(refund('first', 333));

    await Promise.all(['a', 'b', 'c'].map((id) => refund(id, 700)));

    expect(await refund('rest', 601)).toMatchObject({ errorType: 'INVALID_FIELD' });
    expect(await refund('rest', 600)).toMatchObject({ to_gift_card: 600 });
    expect(await available(world)).toBe(1400);
    await expectLedgerProven(world);
  });

  test('takes three round trips, as a refund to a gift card does', async () => {
    const { refund } = await ordered();
    const trips = async (amount: number) => (await watch(() => succeeded(refund(`of ${amount}`, amount)))).roundTrips;

    expect(await trips(1433)).toBe(3);
    expect(await trips(900)).toBe(3);
  });
});

describe('refund-order to store credit', () => {
  const credit = { to: 'store_credit' };

  test('turns everything into one new credit, which does not expire, and returns to no payment', async () => {
    const { world, lasting, passing, card, refund, payments, order } = await ordered();

    expect(await refund('one', 1500, credit)).toMatchObject({ to_card: 0, to_gift_card: 0, to_store_credit: 1500 });
    expect(await refund('one', 1500, credit)).toMatchObject({ to_store_credit: 1500 });
    expect(await refund('one', 1500)).toMatchObject({ errorType: 'DUPLICATE' });
    expect(await refund('one', 1500, { to: 'original' })).toMatchObject({ errorType: 'DUPLICATE' });

    expect(await payments()).toMatchObject([{ refunded: 0 }, { refunded: 0 }, { refunded: 0 }]);
    const [made] = await creditsOf(world);
    expect(made).toMatchObject({ initial_value: 1500, balance: 1500, reason: 'refund', expires_at: null });
    expect(await balancesOf(world, [lasting, passing])).toEqual([0, 0]);
    expect(await refund('two', 834)).toMatchObject({ errorMessage: 'A refund cannot exceed what was paid' });
    expect(await refund('two', 833)).toMatchObject({ to_card: 333, to_gift_card: 0, to_store_credit: 500 });
    const { refunds, refunded } = await succeeded(invoke(getOrder, { store_id: world.store.id, order_id: order.id }));
    expect(refunded).toBe(2333);
    expect(new Map(refunds.map((each) => [each.amount, each.to_store_credit]))).toEqual(
      new Map([
        [833, 500],
        [1500, 1500],
      ]),
    );
    expect(await balanceOf(world, card)).toBe(0);
    await expectLedgerProven(world);
  });

  test('may exceed the limits of a new credit', async () => {
    const { world } = await newCredits();
    const lines = [lineOf(world.products[0], { unit_price: 20_000_000 })];
    const { id: order_id } = await succeeded(record(world, orderOf(world, { lines })));
    const about = { store_id: world.store.id, order_id, refund_id: 'one', amount: 20_000_000 };

    expect(await invoke(refundOrder, { ...about, ...credit })).toMatchObject({ to_store_credit: 20_000_000 });
    expect(await available(world)).toBe(20_000_000);
  });

  test('is refused for a deleted customer and in another currency than the store', async () => {
    const { world, refund } = await ordered();
    const { id: order_id } = await succeeded(record(world, orderOf(world, { currency: 'EUR' })));
    const inEuro = { store_id: world.store.id, order_id, refund_id: 'euro', amount: 10, ...credit };

    expect(await invoke(refundOrder, inEuro)).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'Store credit is in USD',
    });
    await deleted(world);
    expect(await refund('one', 10, credit)).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'The customer of the order is deleted',
    });
    expect(await refund('one', 10, { to: 'card' })).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'to must be original or store_credit',
    });
  });

  test('is refused for the order of a deleted customer, even after an import of another one with the same id', async () => {
    const { world, refund } = await ordered();
    await deleted(world);
    await importedAgain(world);

    expect(await refund('one', 10, credit)).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'The customer of the order is deleted',
    });
    expect(await creditsOf(world)).toEqual([]);
  });

  test('is refused for a customer who is deleted before its commit, even if the deletion is interrupted', async () => {
    const { world, refund } = await ordered();
    const interrupted = () => dyingAfterCommit(() => deleted(world)).catch(() => undefined);
    around(
      ({ command }) => command.startsWith('TransactWrite'),
      (send) => interrupted().then(send),
    );

    expect(await refund('one', 10, credit)).toEqual({
      errorType: 'INVALID_FIELD',
      errorMessage: 'The customer of the order is deleted',
    });
    expect(await refund('one', 10)).toMatchObject({ to_card: 10 });
  });

  const sold = async (quantity: number) => {
    const { world } = await newCredits();
    const order = orderOf(world, { lines: [lineOf(world.products[2], { quantity, unit_price: 1500 })] });
    await succeeded(record(world, order));
    const refund = (fields: object = {}) =>
      invoke(refundOrder, {
        ...{ store_id: world.store.id, order_id: order.id, refund_id: 'all', amount: quantity * 1500 },
        ...{ ...credit, ...fields },
      });
    return { world, order, refund };
  };

  /** The function dies after the request is stored, and after the cards are held. */
  async function dyingTwice(work: () => Promise<unknown>): Promise<void> {
    for (let deaths = 0; deaths < 2; deaths += 1) await dyingAfterCommit(work).catch(() => undefined);
  }

  test('takes gift cards back as other refunds do, and continues after a death', { tags: 'long' }, async () => {
    const { world, refund } = await sold(30);
    await dyingTwice(refund);

    expect(await refund({ to: 'original' })).toMatchObject({ errorType: 'DUPLICATE' });
    expect(await refund()).toMatchObject({ to_card: 0, to_store_credit: 45_000 });
    expect(await available(world)).toBe(45_000);
    await expectLedgerProven(world);
  });

  test('an unfinished one that no one repeats is finished by the sweep', async () => {
    const { world, refund } = await sold(30);
    await dyingTwice(refund);
    setClock(seconds(120));

    await underRoleOf('sweep-gift-cards', () => watchingReads('sweep-gift-cards', () => work.sweepGiftCards()));

    expect(await available(world)).toBe(45_000);
    await expectLedgerProven(world);
  });

  test('an unfinished one of a customer who is deleted is finished, and its money is left to the shop', {
    tags: 'long',
  }, async () => {
    const { world, order, refund } = await sold(30);
    await dyingTwice(refund);
    await deleted(world);
    setClock(seconds(120));

    await work.sweepGiftCards();

    const { refunded, refunds } = await succeeded(invoke(getOrder, { store_id: world.store.id, order_id: order.id }));
    expect(refunded).toBe(45_000);
    expect(refunds).toMatchObject([{ to_store_credit: 45_000 }]);
    expect((await entitiesOf(world.store.id)).filter(({ sk }) => sk === keys.storeCredit('', '').sk)).toEqual([]);
  });

  test('an unfinished one gives a customer nothing who was imported under the id of a deleted one', {
    tags: 'long',
  }, async () => {
    const { world, refund } = await sold(30);
    await dyingTwice(refund);
    await deleted(world);
    await importedAgain(world);

    expect(await refund()).toMatchObject({ to_store_credit: 45_000 });
    expect(await creditsOf(world)).toEqual([]);
  });
});

test('a refund of an order that store credit paid for takes back fewer gift cards at once', async () => {
  onTestFinished(resize((name) => (name === 'takenBackWithCredits' ? 2 : undefined)));
  const { world } = await newCredits(100);
  await succeeded(holdCredit(world));
  const lines = [lineOf(world.products[2], { quantity: 5, unit_price: 100 })];
  const order = orderOf(world, { lines, checkout_id: 'checkout' });
  await succeeded(record(world, order));
  const about = { store_id: world.store.id, order_id: order.id, refund_id: 'all', amount: 500 };

  for (let deaths = 0; deaths < 4; deaths += 1) {
    await dyingAfterCommit(() => invoke(refundOrder, about)).catch(() => undefined);
  }
  // The request, the holds of five cards, and twice two cards that are taken back.
  expect(await available(world)).toBe(0);

  expect(await invoke(refundOrder, about)).toMatchObject({ to_card: 400, to_store_credit: 100 });
  expect(await available(world)).toBe(100);
  await expectLedgerProven(world);
});

describe('cancel-order of an order that store credit paid for', () => {
  test('the release before refuses it: it looks for a gift card that paid, which does not exist', async () => {
    const { world } = await newCredits(1000);
    await succeeded(holdCredit(world));
    const order = orderOf(world, { checkout_id: 'checkout', status: 'pending' });
    const recorded = await succeeded(record(world, order));

    expect(await items.find(keys.order(world.store.id, order.id), items.rawItem)).toMatchObject({
      ...{ paid_by_gift_card: 1000, gift_card_id: 'gcd_several' },
    });
    expect(recorded).toMatchObject({ paid_by_gift_card: 0, paid_by_store_credit: 1000, gift_card_id: null });
    const about = { store_id: world.store.id, order_id: order.id };
    expect(await succeeded(invoke(getOrder, about))).toMatchObject(recorded);
    expect(await succeeded(invoke(cancelOrder, about))).toMatchObject({ paid_by_gift_card: 0, status: 'cancelled' });
    expect(await available(world)).toBe(1000);
    await expectLedgerProven(world);
  });

  test('returns everything to cards and credits, once', async () => {
    const { world, lasting, passing, card, about, recorded } = await ordered('pending');
    const payments = recorded.payments.map((each) => ({ ...each, refunded: each.amount }));

    expect(await invoke(cancelOrder, about)).toEqual({ ...recorded, status: 'cancelled', payments });
    expect(await invoke(cancelOrder, about)).toEqual({ ...recorded, status: 'cancelled', payments });

    expect(await balancesOf(world, [lasting, passing])).toEqual([1000, 400]);
    expect(await balanceOf(world, card)).toBe(600);
    await expectLedgerProven(world);
  });

  test('turns what returns to an expired credit into a new credit of 30 days', async () => {
    const { world, lasting, passing, about } = await ordered('pending');
    twoHours();

    expect(await invoke(cancelOrder, about)).toMatchObject({ status: 'cancelled' });

    const [made] = await creditsOf(world);
    expect(made).toMatchObject({ initial_value: 400, reason: 'refund', status: 'active' });
    expect(await balancesOf(world, [lasting, passing])).toEqual([1000, 0]);
    expect(await creditOf(world, made.id)).toEqual(made);
    await expectLedgerProven(world);
  });

  test('leaves what would return to a deleted customer to the shop', async () => {
    const { world, lasting, about } = await ordered('pending');
    await deleted(world);

    expect(await invoke(cancelOrder, about)).toMatchObject({ status: 'cancelled' });
    expect(await storeCredits.find(world.store.id, lasting)).toMatchObject({ balance: 0 });
    await expectLedgerProven(world);
  });
});
