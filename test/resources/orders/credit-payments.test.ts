/** The rules of orders that store credit paid for, and of refunds to store credit. */
import { describe, expect, test } from 'vitest';
import { orderFindings } from '../../../lib/resources/gift-cards/ledger-rules.ts';
import type { OrderInput } from '../../../lib/resources/orders/fields.ts';
import {
  contentOf,
  destinationOf,
  isMadeFrom,
  planRefund,
  refuseOther,
  returnsOf,
} from '../../../lib/resources/orders/refund-rules.ts';
import { cancel, newOrder, type OrderRecord, payerOf } from '../../../lib/resources/orders/rules.ts';
import { restored, type StoredOrder, stored } from '../../../lib/resources/orders/stored-rules.ts';

const now = '2026-05-06T07:08:09Z';

const productOf = (id: string, delivery: 'physical' | 'gift_card') => ({
  ...{ id, name: id, status: 'active' as const, description: '', delivery, created_at: now, updated_at: now },
  variants: [{ id: `${id}_1`, name: 'Standard' }],
});

const pot = { product_id: 'pot', variant_id: 'pot_1', quantity: 1, unit_price: 1000 };
const voucher = { product_id: 'card', variant_id: 'card_1', quantity: 1, unit_price: 500 };

type Hold = Parameters<typeof newOrder>[1]['holds'][number];

const card = (id: string, amount: number): Hold => ({ gift_card_id: `gcd_${id}`, amount });
const credit = (id: string, amount: number): Hold => ({ store_credit_id: `scr_${id}`, customer_id: 'cus_1', amount });

function orderOf(holds: readonly Hold[], input: Partial<OrderInput> = {}, buysCards = true): OrderRecord {
  return newOrder(
    { id: 'ord_1', site_id: 'sit_1', customer_id: 'cus_1', status: 'paid', currency: 'USD', lines: [pot], ...input },
    {
      site: { gift_notes_enabled: true, gift_note_max_length: 5, gift_cards_buy_gift_cards: buysCards },
      customer: { email: 'ada@example.com', locale: null },
      products: new Map([productOf('pot', 'physical'), productOf('card', 'gift_card')].map((each) => [each.id, each])),
      giftOption: undefined,
      storeCurrency: 'USD',
      holds,
      now,
    },
  );
}

const refund = (order: OrderRecord, amount: number, to?: 'store_credit') =>
  planRefund(order, contentOf({ refund_id: `of ${amount}`, amount, to }));

const shown = ({ payments }: OrderRecord) => payments.map((each) => `${payerOf(each)} ${each.amount} ${each.refunded}`);

describe('an order with gift cards and store credits', () => {
  test('shows the payments in order of joining, and the sum of each kind', () => {
    const order = orderOf([credit('a', 100), card('b', 200), credit('c', 300), card('d', 900), credit('e', 50)]);

    expect(shown(order)).toEqual(['scr_a 100 0', 'gcd_b 200 0', 'scr_c 300 0', 'gcd_d 400 0']);
    expect(order).toMatchObject({
      paid_by_gift_card: 600,
      paid_by_store_credit: 400,
      paid_by_card: 0,
      gift_card_id: 'gcd_b',
    });
  });

  test('has no gift card if only store credit paid', () => {
    expect(orderOf([credit('a', 100)])).toMatchObject({
      ...{ paid_by_gift_card: 0, paid_by_store_credit: 100, paid_by_card: 900, gift_card_id: null },
      payments: [{ type: 'store_credit', store_credit_id: 'scr_a', amount: 100, refunded: 0 }],
    });
  });

  test('is refused if the store credit belongs to another customer, even if it would pay nothing', () => {
    const refusal = 'The store credit belongs to another customer';

    expect(() => orderOf([credit('a', 100)], { customer_id: 'cus_2' })).toThrow(refusal);
    expect(() => orderOf([card('b', 1000), credit('a', 0)], { customer_id: 'cus_2' })).toThrow(refusal);
    expect(orderOf([card('b', 100)], { customer_id: 'cus_2' }).paid_by_gift_card).toBe(100);
  });

  test.each([
    [[card('a', 600), credit('b', 400)], true],
    [[card('a', 600), credit('b', 401)], false],
    [[credit('b', 1001)], false],
  ])('with %j pays for a gift card, if the site does not allow this: %s', (holds, isAllowed) => {
    const order = () => orderOf(holds, { lines: [pot, voucher] }, false);

    if (isAllowed) expect(order().paid_by_card).toBe(500);
    else expect(order).toThrow('A gift card cannot pay for a gift card');
  });
});

describe('a refund', () => {
  test("returns to the buyer's card first, then to the payments in reverse order of joining", () => {
    const order = orderOf([credit('a', 100), card('b', 200), credit('c', 300)]);
    const { next, refund: first } = refund(order, 450);

    expect(first).toMatchObject({ to_card: 400, to_gift_card: 0, to_store_credit: 50 });
    const { next: last, refund: second } = refund(next, 500);
    expect(second).toMatchObject({ to_card: 0, to_gift_card: 200, to_store_credit: 300 });
    expect(shown(last)).toEqual(['scr_a 100 50', 'gcd_b 200 200', 'scr_c 300 300']);
    expect(last).toMatchObject({ refunded: 950, refunded_to_gift_card: 200, refunded_to_store_credit: 350 });
    expect(last.last_refund).toEqual({ refund_id: 'of 500', to_card: 0, to_gift_card: 200, to_store_credit: 300 });
    expect(() => refund(last, 51)).toThrow('A refund cannot exceed what was paid');
  });

  test('without a share of store credit has no `to_store_credit`', () => {
    expect(refund(orderOf([card('b', 200)]), 900).refund).toEqual({
      ...{ refund_id: 'of 900', to_card: 800, to_gift_card: 100, tax: 0, order_id: 'ord_1' },
    });
  });

  test('to store credit returns to no payment, and later refunds return the rest to the payments', () => {
    const order = orderOf([credit('a', 100), card('b', 200)]);
    const { next, refund: credited } = refund(order, 600, 'store_credit');

    expect(credited).toMatchObject({ to_card: 0, to_gift_card: 0, to_store_credit: 600 });
    expect(shown(next)).toEqual(['scr_a 100 0', 'gcd_b 200 0']);
    expect(next).toMatchObject({ refunded: 600, refunded_to_card: 0, refunded_to_store_credit: 600 });
    expect(() => refund(next, 401)).toThrow('A refund cannot exceed what was paid');
    expect(refund(next, 400).refund).toMatchObject({ to_card: 400, to_gift_card: 0 });
    expect(refund(next, 400, 'store_credit').next).toMatchObject({ refunded: 1000, refunded_to_store_credit: 1000 });
  });

  test('with another `to` is another refund', () => {
    const [original, credited] = [undefined, 'store_credit' as const].map((to) =>
      contentOf({ refund_id: 'one', amount: 10, to }),
    );
    const { refund: made } = refund(orderOf([]), 10, 'store_credit');
    const record = { ...made, refund_id: 'one', amount: 10, created_at: now, to: 'store_credit' as const };

    expect(contentOf({ refund_id: 'one', amount: 10, to: 'original' })).toEqual(original);
    expect(isMadeFrom(record, 'ord_1', credited ?? record)).toBe(true);
    expect(isMadeFrom(record, 'ord_1', original ?? record)).toBe(false);
    const refunding = { ...record, step: 'hold' as const, missing: [], passed: 0, taken: 0, spent: [] };
    expect(() => refuseOther({ ...orderOf([]), refunding }, credited ?? record)).not.toThrow();
    expect(() => refuseOther({ ...orderOf([]), refunding }, original ?? record)).toThrow('Resource already exists');
  });

  const payer = (fields: object): Parameters<typeof destinationOf>[0] =>
    ({ id: 'scr_1', reason: 'goodwill', expires_at: null, disabled_at: null, ...fields }) as never;

  test.each<[string, object, boolean, ReturnType<typeof destinationOf>]>([
    ['a credit', {}, true, 'payer'],
    ['a credit that expires a second later', { expires_at: '2026-05-06T07:08:10Z' }, true, 'payer'],
    ['a disabled credit', { disabled_at: now }, true, 'payer'],
    ['an expired credit', { expires_at: now }, true, 'new credit'],
    ['a disabled credit that has expired', { disabled_at: now, expires_at: now }, true, 'payer'],
    ['an expired credit of a deleted customer', { expires_at: now }, false, 'shop'],
    ['a credit of a deleted customer', {}, false, 'shop'],
    ['a closed credit of a customer who was imported again', { closed_at: now }, true, 'shop'],
    ['an expired gift card', { id: 'gcd_1', reason: undefined, expires_at: now }, false, 'payer'],
  ])('of %s goes to the right place', (_, fields, hasCustomer, destination) => {
    const { reason, ...rest } = { ...payer(fields) } as { reason?: string };

    expect(destinationOf({ ...rest, ...(reason && { reason }) } as never, hasCustomer, now)).toBe(destination);
  });

  test('returns only what it refunds in addition', () => {
    const order = orderOf([credit('a', 100), card('b', 200)]);
    const { next } = refund(order, 750);

    expect(returnsOf(order, next).map(({ index, amount }) => [index, amount])).toEqual([[1, 50]]);
    expect(returnsOf(next, refund(next, 250).next).map(({ index, amount }) => [index, amount])).toEqual([
      [0, 100],
      [1, 150],
    ]);
  });
});

test('a cancelled order returns everything', () => {
  const order = cancel(orderOf([credit('a', 100), card('b', 200)], { status: 'pending' }));

  expect(order && shown(order)).toEqual(['scr_a 100 100', 'gcd_b 200 200']);
  expect(order).toMatchObject({ refunded_to_gift_card: 200, refunded_to_store_credit: 100, refunded: 0 });
});

test('an order leaves nothing to refund to earlier releases with a payment by or a refund to store credit', () => {
  const { total } = orderOf([]);
  const refundedOf = (order: OrderRecord) => stored(order).refunded_to_card;

  expect(refundedOf(orderOf([credit('a', 1)]))).toBe(total);
  expect(refundedOf(orderOf([card('b', 1)]))).toBe(0);
  expect(refundedOf(refund(orderOf([card('b', 1)]), 10).next)).toBe(10);
  expect(refundedOf(refund(orderOf([card('b', 1)]), 10, 'store_credit').next)).toBe(total);
});

test('an order of an earlier release was paid without store credit', () => {
  const {
    paid_by_store_credit: _,
    refunded_to_store_credit: __,
    refunded: ___,
    payments: ____,
    ...item
  } = orderOf([card('b', 200)]);

  expect(restored(item as StoredOrder)).toEqual(orderOf([card('b', 200)]));
});

describe('the audit of an order', () => {
  const order = { ...refund(orderOf([credit('a', 300), card('b', 200)]), 900).next, payments_moved: [120, 0] };
  const sums = (redeemed: number, refunded: number) => ({
    orders: new Map([['ord_1', { redeemed: -redeemed, redemptions: 1, refunded, takenBack: 0 }]]),
  });

  test('compares each payment with the ledger of its gift card or store credit', () => {
    expect(orderFindings(order, 'scr_a', sums(300, 80))).toEqual([]);
    expect(orderFindings(order, 'gcd_b', sums(200, 200))).toEqual([]);
    expect(orderFindings(order, 'scr_a', sums(299, 80))).toEqual(['order ord_1 spent 300, its entries 299']);
    expect(orderFindings(order, 'scr_a', sums(300, 200))).toEqual(['order ord_1 had 80 refunded, its entries 200']);
  });

  test('compares the sums of the order with its payments', () => {
    expect(orderFindings({ ...order, paid_by_store_credit: 299 }, 'scr_a', sums(300, 80))).toEqual([
      'order ord_1 was paid 299 by store credit, its payments are 300',
    ]);
    expect(orderFindings({ ...order, refunded_to_store_credit: 199 }, 'scr_a', sums(300, 80))).toEqual([
      'order ord_1 had 199 refunded to store credit, its payments 200',
    ]);
  });
});
