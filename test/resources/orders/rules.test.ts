import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ImportedProduct } from '../../../lib/resources/catalog/fields.ts';
import { giftOption as shownGiftOption } from '../../../lib/resources/gift-options/fields.ts';
import type { OrderInput, Refund } from '../../../lib/resources/orders/fields.ts';
import { recordOrder } from '../../../lib/resources/orders/functions.ts';
import { planRefund } from '../../../lib/resources/orders/refund-rules.ts';
import {
  cancel,
  cardsOwed,
  forgetCustomer,
  fulfil,
  isPaid,
  isRecordedFrom,
  newOrder,
  nextCards,
  type OrderRecord,
  pay,
  payerOf,
  refuseUnpaid,
  withIssued,
} from '../../../lib/resources/orders/rules.ts';
import { stored } from '../../../lib/resources/orders/stored-rules.ts';
import { exampleOutput } from '../../../lib/schema/examples.ts';
import { show } from '../../../lib/schema/field.ts';

const now = '2026-05-06T07:08:09Z';

const productOf = (id: string, delivery: ImportedProduct['delivery']): ImportedProduct => ({
  id,
  name: id,
  status: 'active',
  description: '',
  delivery,
  created_at: now,
  updated_at: now,
  variants: [{ id: 'var_1', name: 'Standard' }],
});

const giftOption = { ...exampleOutput(shownGiftOption), id: 'gft_1', name: 'Wrapping', price: 50, enabled: true };

type OrderContext = Parameters<typeof newOrder>[1];

const contextOf = (fields: Partial<OrderContext> = {}): OrderContext => ({
  site: { gift_notes_enabled: true, gift_note_max_length: 5, gift_cards_buy_gift_cards: true },
  customer: { email: 'ada@example.com', locale: null },
  products: new Map([productOf('pot', 'physical'), productOf('card', 'gift_card')].map((each) => [each.id, each])),
  giftOption: undefined,
  storeCurrency: 'USD',
  holds: [],
  now,
  ...fields,
});

const pot = { product_id: 'pot', variant_id: 'var_1', quantity: 2, unit_price: 1000 };
const giftCard = { product_id: 'card', variant_id: 'var_1', quantity: 1, unit_price: 500 };

const inputOf = (fields: Partial<OrderInput> = {}): OrderInput => ({
  id: 'ord_1',
  site_id: 'site_1',
  customer_id: 'cus_1',
  status: 'paid',
  currency: 'USD',
  lines: [pot],
  ...fields,
});

const orderOf = (fields: Partial<OrderInput> = {}, context: Partial<OrderContext> = {}): OrderRecord =>
  newOrder(inputOf(fields), contextOf(context));

describe('an order', () => {
  test('costs its lines less discounts, the gift option, shipping and all tax', () => {
    const lines = [{ ...pot, discount: 300, tax: 170 }, giftCard];
    const order = orderOf({ lines, gift_option_id: 'gft_1', shipping: 400, shipping_tax: 30 }, { giftOption });

    expect(order).toMatchObject({
      tax: 200,
      total: 2000 - 300 + 500 + 50 + 400 + 200,
      gift_option: { id: 'gft_1', name: 'Wrapping', price: 50 },
      paid_by_gift_card: 0,
      paid_by_card: 2850,
      gift_card_id: null,
    });
  });

  test.each([
    [700, 700, 1300, 'gcd_1'],
    [2000, 2000, 0, 'gcd_1'],
    [9000, 2000, 0, 'gcd_1'],
    [0, 0, 2000, null],
  ])('with a hold of %i takes %i of it, the rest from the card', (amount, byGiftCard, byCard, id) => {
    expect(orderOf({}, { holds: [{ gift_card_id: 'gcd_1', amount }] })).toMatchObject({
      paid_by_gift_card: byGiftCard,
      paid_by_card: byCard,
      gift_card_id: id,
    });
  });
});

describe('an order of a checkout with several gift cards', () => {
  const holds = [300, 500, 0, 400].map((amount, index) => ({ gift_card_id: `gcd_${index}`, amount }));
  const paidBy = ({ payments }: OrderRecord) => payments.map((payment) => `${payerOf(payment)} ${payment.amount}`);

  test.each([
    [2000, ['gcd_0 300', 'gcd_1 500', 'gcd_3 400'], 800],
    [1000, ['gcd_0 300', 'gcd_1 500', 'gcd_3 200'], 0],
    [800, ['gcd_0 300', 'gcd_1 500'], 0],
    [100, ['gcd_0 100'], 0],
  ])('of %i takes %j in order of joining, and %i from the card', (unit_price, payments, byCard) => {
    const order = orderOf({ lines: [{ ...pot, quantity: 1, unit_price }] }, { holds });

    expect(paidBy(order)).toEqual(payments);
    expect(order).toMatchObject({
      gift_card_id: 'gcd_0',
      paid_by_card: byCard,
      paid_by_gift_card: unit_price - byCard,
    });
  });

  test('has as many lines as one commit holds with its payments, including payments of 0', () => {
    const lines = (length: number) => Array.from({ length }, () => pot);

    expect(orderOf({ lines: lines(84) }, { holds }).payments).toHaveLength(3);
    expect(() => orderOf({ lines: lines(85) }, { holds })).toThrow(
      'An order with 4 payments can have at most 84 lines',
    );
  });

  test('leaves nothing to refund to releases that know one payment', () => {
    expect(stored(orderOf({}, { holds }))).toMatchObject({ refunded_to_card: 2000, refunded: { to_card: 0 } });
    expect(stored(orderOf({}, { holds: holds.slice(0, 1) }))).toMatchObject({ refunded_to_card: 0 });
    expect(stored(orderOf())).toMatchObject({ refunded_to_card: 0 });
  });

  test("is refunded to the buyer's card first, then to the gift cards in reverse order of joining", () => {
    let order = orderOf({ lines: [{ ...pot, quantity: 1, unit_price: 1300 }] }, { holds });
    const refunded = [150, 100, 500, 550].map((amount, index) => {
      order = planRefund(order, { refund_id: String(index), amount }).next;
      return order.payments.map((payment) => payment.refunded);
    });

    expect(refunded).toEqual([
      [0, 0, 50],
      [0, 0, 150],
      [0, 250, 400],
      [300, 500, 400],
    ]);
    expect(order).toMatchObject({ refunded_to_card: 100, refunded_to_gift_card: 1200 });
  });
});

test.each([
  [{ gift_option_id: 'gft_1' }, {}, 'gift_option is no longer offered'],
  [{ gift_option_id: 'gft_1' }, { giftOption: { ...giftOption, enabled: false } }, 'gift_option is no longer offered'],
  [{ gift_note: 'For Ad' }, {}, 'gift_note must be 5 characters or fewer'],
  [
    { gift_note: 'Hi' },
    { site: { gift_notes_enabled: false, gift_note_max_length: 5, gift_cards_buy_gift_cards: true } },
    'gift_note is not allowed on this site',
  ],
  [{ lines: [{ ...pot, discount: 2001 }] }, {}, 'line discount cannot exceed the price of the line'],
  [{ lines: [{ ...giftCard, discount: 1 }] }, {}, 'A gift card line has no discount and no tax'],
  [{ lines: [{ ...giftCard, tax: 1 }] }, {}, 'A gift card line has no discount and no tax'],
  [{ lines: [{ ...giftCard, unit_price: 0 }] }, {}, 'unit_price of a gift card must be between 1 and 10000000'],
  [
    { lines: [{ ...giftCard, unit_price: 10_000_001 }] },
    {},
    'unit_price of a gift card must be between 1 and 10000000',
  ],
  [{ lines: [giftCard] }, { storeCurrency: 'EUR' }, 'Gift cards are sold in EUR'],
  [{ lines: [pot, { ...giftCard, quantity: 10_001 }] }, {}, 'An order can have at most 10000 gift cards'],
  [
    { lines: [pot, giftCard] },
    { customer: { email: 'ada@localhost', locale: null } },
    'line recipient_email must be an email address: none can be sent to the customer',
  ],
  [{ lines: [{ ...pot, unit_price: Number.MAX_SAFE_INTEGER }] }, {}, 'The total is too high'],
])('an order with %j is refused', (fields, context, message) => {
  expect(() => orderOf(fields, context)).toThrow(message);
});

test.each([
  [
    'gift cards of the least and of the highest price',
    [1, 10_000_000].map((unit_price) => ({ ...giftCard, unit_price })),
  ],
  ['as many gift cards as an order can have', [{ ...giftCard, quantity: 10_000 }]],
  [
    'as many gift cards as may be',
    [
      { ...giftCard, quantity: 9000 },
      { ...giftCard, quantity: 1000 },
    ],
  ],
  ['many units that are no gift cards', [{ ...pot, quantity: 10_001 }, giftCard]],
  ['a line discounted to nothing', [{ ...pot, discount: 2000 }]],
  ['the highest total', [{ ...pot, quantity: 1, unit_price: Number.MAX_SAFE_INTEGER }]],
])('an order of %s is taken', (_, lines) => {
  expect(orderOf({ lines }).lines).toMatchObject(lines);
});

test('an order in another currency than the store sells no gift cards, and all else', () => {
  expect(orderOf({ currency: 'EUR' }).currency).toBe('EUR');
});

test('an order is shown as it was recorded, with what follows from it', () => {
  const lines = [{ ...pot, tax: 170 }];
  const input = { lines, gift_note: 'Hi', shipping: 400, shipping_tax: 30, checkout_id: 'chk_1' };

  expect(show(recordOrder.result, orderOf(input, { holds: [{ gift_card_id: 'gcd_1', amount: 700 }] }))).toEqual({
    id: 'ord_1',
    site_id: 'site_1',
    customer_id: 'cus_1',
    status: 'paid',
    currency: 'USD',
    lines: [
      {
        ...{ ...pot, tax: 170, discount: 0, recipient_email: null, message: null, locale: null, send_at: null },
        refunded_quantity: 0,
      },
    ],
    gift_option: null,
    gift_note: 'Hi',
    shipping: 400,
    shipping_tax: 30,
    checkout_id: 'chk_1',
    tax: 200,
    total: 2600,
    paid_by_gift_card: 700,
    paid_by_store_credit: 0,
    paid_by_card: 1900,
    gift_card_id: 'gcd_1',
    refunded: 0,
    payments: [{ type: 'gift_card', gift_card_id: 'gcd_1', amount: 700, refunded: 0 }],
    created_at: now,
  });
});

test('a gift note is counted in code points, and an empty one is null', () => {
  expect(orderOf({ gift_note: '🎁🎁🎁🎁🎁' }).gift_note).toBe('🎁🎁🎁🎁🎁');
  expect(
    orderOf(
      { gift_note: '' },
      { site: { gift_notes_enabled: false, gift_note_max_length: 5, gift_cards_buy_gift_cards: true } },
    ).gift_note,
  ).toBeNull();
});

test('an order is known by its input: defaults count as given, anything else differs', () => {
  const lines = [pot, giftCard];
  const order = orderOf({ lines, gift_option_id: 'gft_1' }, { giftOption });
  const input = inputOf({ lines, gift_option_id: 'gft_1' });

  expect(isRecordedFrom(orderOf(), inputOf({ gift_option_id: null }))).toBe(true);
  expect(isRecordedFrom(order, { ...input, shipping: 0, gift_note: null })).toBe(true);
  expect(isRecordedFrom({ ...order, status: 'fulfilled' }, input)).toBe(true);
  for (const other of [
    { status: 'pending' as const },
    { shipping: 1 },
    { gift_option_id: null },
    { lines: [pot] },
    { lines: [pot, giftCard, giftCard] },
    { lines: [giftCard, pot] },
    { lines: [pot, { ...giftCard, message: 'Hello' }] },
    { checkout_id: 'checkout' },
  ]) {
    expect(isRecordedFrom(order, { ...input, ...other }), JSON.stringify(other)).toBe(false);
  }
});

test('an order is the same in no other language, but in any where it was recorded by a release that knew none', () => {
  const inLanguage = (locale?: string) => inputOf({ lines: [{ ...giftCard, locale }] });
  const inSwedish = orderOf(inLanguage('sv'));

  expect(['sv', 'de', undefined].map((locale) => isRecordedFrom(inSwedish, inLanguage(locale)))).toEqual([
    true,
    false,
    false,
  ]);
  expect(isRecordedFrom(orderOf(inLanguage()), inLanguage('sv'))).toBe(true);
});

test('an order is the same at no other time, but at any where it was recorded by a release that knew none', () => {
  const on = (day?: string) =>
    inputOf({
      lines: [{ ...giftCard, recipient_email: 'grace@example.com', send_at: day && `2026-12-${day}T08:00:00Z` }],
    });
  const onTheFirst = orderOf(on('01'));

  expect(['01', '02', undefined].map((day) => isRecordedFrom(onTheFirst, on(day)))).toEqual([true, false, false]);
  expect(isRecordedFrom(orderOf(on()), on('01'))).toBe(true);
});

describe('gift cards bought', () => {
  const lines = [
    { ...giftCard, quantity: 2, recipient_email: 'grace@example.com', message: 'Hello' },
    pot,
    { ...giftCard, quantity: 3, unit_price: 700 },
  ];

  test('are owed once the order is paid, one for each unit, to the recipient or else the buyer', () => {
    expect(cardsOwed(orderOf({ lines, status: 'pending' }))).toBe(0);
    expect(nextCards(orderOf({ lines, status: 'pending' }), 10)).toEqual([]);
    const order = orderOf({ lines });
    const each = { locales: [], send_at: null, forgets_recipient: false };
    const grace = { ...each, line: 0, value: 500, recipient_email: 'grace@example.com', message: 'Hello' };
    const ada = { ...each, line: 2, value: 700, recipient_email: 'ada@example.com', message: null };

    expect(cardsOwed(order)).toBe(5);
    expect(nextCards(order, 10)).toEqual([grace, grace, ada, ada, ada]);
  });

  test('are mailed in the language of their line first, then in that of the customer', () => {
    const order = orderOf(
      { lines: [{ ...giftCard, locale: 'sv' }, giftCard] },
      { customer: { email: 'ada@example.com', locale: 'de-AT' } },
    );

    expect(nextCards(order, 10).map(({ locales }) => locales)).toEqual([['sv', 'de-AT'], ['de-AT']]);
  });

  test('come in the same order however few at a time', () => {
    const all = nextCards(orderOf({ lines }), 10);
    for (const limit of [1, 2, 3, 4]) {
      let order = orderOf({ lines });
      const issued: typeof all = [];
      while (cardsOwed(order) > 0) {
        const some = nextCards(order, limit);
        issued.push(...some);
        order = { ...order, cards_issued: order.cards_issued + some.length };
      }
      expect(issued).toEqual(all);
    }
  });
});

describe('an order on its way', () => {
  const hold = { gift_card_id: 'gcd_1', amount: 700 };
  const inStatus = (status: OrderRecord['status']): OrderRecord => ({
    ...orderOf({ status: 'pending' }, { holds: [hold] }),
    status,
  });
  const notPaid = 'The order is not paid';
  const cancelled = 'The order is cancelled';
  const notPending = 'Only a pending order can be cancelled';
  const asItIs = undefined;

  test.each([
    ['pending', 'paid', notPaid, 'cancelled'],
    ['paid', asItIs, 'fulfilled', notPending],
    ['fulfilled', asItIs, asItIs, notPending],
    ['cancelled', cancelled, cancelled, asItIs],
  ] as const)('that is %s, when it is paid, fulfilled, cancelled: %s, %s, %s', (status, ...becomes) => {
    const outcomes = [pay, fulfil, cancel].map((move) => {
      try {
        return move(inStatus(status))?.status;
      } catch (error) {
        expect(error).toMatchObject({ code: 'INVALID_FIELD' });
        return error instanceof Error ? error.message : undefined;
      }
    });
    expect(outcomes).toEqual(becomes);
  });

  test('counts as paid while it is paid or fulfilled', () => {
    const statuses = ['pending', 'paid', 'fulfilled', 'cancelled'] as const;
    expect(statuses.filter((status) => isPaid({ status }))).toEqual(['paid', 'fulfilled']);
  });

  test('returns all payments to its gift cards when it is cancelled, and keeps its amounts', () => {
    const holds = [hold, { gift_card_id: 'gcd_2', amount: 200 }];
    const order = orderOf({ status: 'pending' }, { holds });
    const payments = order.payments.map((payment) => ({ ...payment, refunded: payment.amount }));
    expect(payments).toMatchObject([{ refunded: 700 }, { refunded: 200 }]);
    expect(cancel(order)).toEqual({ ...order, status: 'cancelled', payments, refunded_to_gift_card: 900 });
  });

  test('owes no cards and is not refunded once it is cancelled', () => {
    const order = { ...orderOf({ lines: [giftCard] }), status: 'cancelled' as const };
    expect(cardsOwed(order)).toBe(0);
    expect(nextCards(order, 10)).toEqual([]);
    expect(() => planRefund(order, { refund_id: 'a', amount: 1 })).toThrow(cancelled);
  });
});

test('only a paid order gives downloads', () => {
  expect(() => refuseUnpaid(orderOf({ status: 'pending' }))).toThrow(
    expect.objectContaining({ code: 'FORBIDDEN', message: 'The order is not paid' }),
  );
  expect(() => refuseUnpaid({ status: 'cancelled' })).toThrow(
    expect.objectContaining({ code: 'FORBIDDEN', message: 'The order is cancelled' }),
  );
  for (const status of ['paid', 'fulfilled'] as const) expect(() => refuseUnpaid(orderOf({ status }))).not.toThrow();
});

describe('a refund', () => {
  /** Refunds one after the other, each on the order the last one left. */
  function refundAll(order: OrderRecord, amounts: readonly number[]): { refunds: Refund[]; order: OrderRecord } {
    let current = order;
    const refunds = amounts.map((amount, index) => {
      const { refund, next } = planRefund(current, { refund_id: String(index), amount });
      current = next;
      return refund;
    });
    return { refunds, order: current };
  }

  const sumOf = (refunds: readonly Refund[], field: 'tax' | 'to_card' | 'to_gift_card') =>
    refunds.reduce((sum, refund) => sum + refund[field], 0);

  test("goes to the buyer's card first, and then to the gift card", () => {
    const order = orderOf({}, { holds: [{ gift_card_id: 'gcd_1', amount: 1500 }] });
    const { refunds } = refundAll(order, [300, 300, 1400]);
    expect(refunds).toMatchObject([
      { to_card: 300, to_gift_card: 0 },
      { to_card: 200, to_gift_card: 100 },
      { to_card: 0, to_gift_card: 1400 },
    ]);
  });

  test('rounds half a unit of tax up, over all that was refunded', () => {
    const order = orderOf({ lines: [{ ...pot, quantity: 1, unit_price: 3, tax: 1 }] });
    expect(refundAll(order, [1, 1, 1, 1]).refunds.map(({ tax }) => tax)).toEqual([0, 1, 0, 0]);
  });

  test('of a pending order, and of more than is left, is refused', () => {
    const pending = orderOf({ status: 'pending' });
    expect(() => planRefund(pending, { refund_id: 'a', amount: 1 })).toThrow('The order is not paid');
    const { order } = refundAll(orderOf(), [1500]);
    expect(() => planRefund(order, { refund_id: 'b', amount: 501 })).toThrow('A refund cannot exceed what was paid');
    expect(planRefund(order, { refund_id: 'b', amount: 500 }).refund.to_card).toBe(500);
    const free = orderOf({ lines: [{ ...pot, discount: 2000 }] });
    expect(() => planRefund(free, { refund_id: 'c', amount: 1 })).toThrow('A refund cannot exceed what was paid');
  });

  test('any refunds that add up to the total carry exactly its tax and what each card paid', () => {
    const amounts = fc.integer({ min: 0, max: 10_000_000_000 });
    // Whole numbers, since doubles of fast-check crowd around zero, where no cut divides anything.
    const cuts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 12 });

    void fc.assert(
      fc.property(amounts, amounts, amounts, cuts, (unit_price, tax, held, places) => {
        const lines = [{ ...pot, quantity: 1, unit_price, tax }];
        const order = orderOf({ lines }, { holds: [{ gift_card_id: 'gcd_1', amount: held }] });
        fc.pre(order.total > 0);
        const stops = [...places.map((place) => Math.floor((place / 1_000_000) * order.total)), order.total].toSorted(
          (a, b) => a - b,
        );
        const parts = stops.map((stop, index) => stop - (stops[index - 1] ?? 0)).filter((part) => part > 0);
        const { refunds } = refundAll(order, parts);

        expect(sumOf(refunds, 'tax')).toBe(order.tax);
        expect(sumOf(refunds, 'to_card')).toBe(order.paid_by_card);
        expect(sumOf(refunds, 'to_gift_card')).toBe(order.paid_by_gift_card);
        for (const refund of refunds) {
          const amount = refund.to_card + refund.to_gift_card;
          expect(Math.min(refund.tax, refund.to_card, refund.to_gift_card)).toBeGreaterThanOrEqual(0);
          // Shares are rounded at both ends, half a unit each.
          expect(Math.abs(refund.tax - (order.tax * amount) / order.total)).toBeLessThanOrEqual(1.001);
          expect(refund.tax).toBeLessThanOrEqual(amount);
        }
      }),
    );
  });
});

describe('an order of a deleted customer', () => {
  const vouchers = (recipient_email: string | null) => ({
    ...giftCard,
    quantity: 2,
    recipient_email,
    message: 'Hi',
    locale: 'sv',
  });
  const input = inputOf({
    gift_note: 'Hi',
    lines: [vouchers('ADA@example.com'), vouchers('grace@example.com'), vouchers('eve@example.com'), pot],
  });
  const order = newOrder(input, contextOf({ customer: { email: 'ada@example.com', locale: 'de' } }));
  const recipients = ({ lines }: OrderRecord) => lines.map(({ recipient_email }) => recipient_email);

  test('has nothing of them, and keeps the addresses of others that it still owes cards', () => {
    const forgotten = forgetCustomer({ ...order, cards_issued: 3 });

    expect(forgotten).toMatchObject({ customer_email: null, gift_note: null, forgotten: true, total: order.total });
    expect(forgotten.lines.every(({ message }) => message === null)).toBe(true);
    expect(forgotten.customer_locale).toBeNull();
    expect(forgotten.lines.map(({ locale }) => locale)).toEqual([null, 'sv', 'sv', null]);
    expect(recipients(forgotten)).toEqual([null, 'grace@example.com', 'eve@example.com', null]);
    expect(recipients(forgetCustomer({ ...order, cards_issued: 4 }))).toEqual([null, null, 'eve@example.com', null]);
  });

  test('keeps no address once its cards are issued, or where it is cancelled', () => {
    const forgotten = forgetCustomer(order);

    expect(recipients(withIssued(forgotten, 3))).toEqual([null, 'grace@example.com', 'eve@example.com', null]);
    expect(recipients(withIssued(forgotten, 6))).toEqual([null, null, null, null]);
    expect(recipients(forgetCustomer({ ...order, status: 'cancelled' }))).toEqual([null, null, null, null]);
    expect(withIssued(order, 2)).toEqual({ ...order, cards_issued: 2 });
  });

  test('is recognized as the recorded order by what is left of it', () => {
    const forgotten = forgetCustomer(order);

    expect(isRecordedFrom(forgotten, input)).toBe(true);
    expect(isRecordedFrom(forgotten, { ...input, gift_note: 'Yo' })).toBe(true);
    expect(isRecordedFrom(forgotten, { ...input, shipping: 1 })).toBe(false);
    expect(isRecordedFrom(order, { ...input, gift_note: 'Yo' })).toBe(false);
  });
});
