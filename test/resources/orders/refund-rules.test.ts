/** Refunds of units: their value, the gift cards that they take back, and the limits of a refund without lines. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderInput } from '../../../lib/resources/orders/fields.ts';
import {
  cardsAtMost,
  contentOf,
  isMadeFrom,
  lineOfCard,
  planRefund,
  refundedUnits,
} from '../../../lib/resources/orders/refund-rules.ts';
import {
  cardsDue,
  cardsIssued,
  cardsOwed,
  newOrder,
  nextCards,
  type OrderRecord,
  refuseRefunded,
  withIssued,
} from '../../../lib/resources/orders/rules.ts';
import { restored } from '../../../lib/resources/orders/stored-rules.ts';

const now = '2026-05-06T07:08:09Z';

const productOf = (id: string, delivery: 'physical' | 'gift_card') => ({
  ...{ id, name: id, status: 'active' as const, description: '', delivery, created_at: now, updated_at: now },
  variants: [{ id: `${id}_1`, name: 'Standard' }],
});

const site = { gift_notes_enabled: true, gift_note_max_length: 5, gift_cards_buy_gift_cards: true };

const pot = { product_id: 'pot', variant_id: 'pot_1', quantity: 3, unit_price: 1000, discount: 100, tax: 250 };
const card = { product_id: 'card', variant_id: 'card_1', quantity: 2, unit_price: 5000 };

interface Given {
  input?: Partial<OrderInput>;
  held?: number;
  isOff?: boolean;
}

function orderOf(lines: OrderInput['lines'], { input = {}, held, isOff = false }: Given = {}): OrderRecord {
  return newOrder(
    { id: 'ord_1', site_id: 'sit_1', customer_id: 'cus_1', status: 'paid', currency: 'USD', lines, ...input },
    {
      site: { ...site, gift_cards_buy_gift_cards: !isOff },
      customer: { email: 'ada@example.com', locale: null },
      products: new Map([productOf('pot', 'physical'), productOf('card', 'gift_card')].map((each) => [each.id, each])),
      giftOption: undefined,
      storeCurrency: 'USD',
      holds: held === undefined ? [] : [{ gift_card_id: 'gcd_1', amount: held }],
      now,
    },
  );
}

type Asked = Omit<Parameters<typeof contentOf>[0], 'refund_id'>;

const plan = (order: OrderRecord, asked: Asked) => planRefund(order, contentOf({ refund_id: 'one', ...asked }));

const unitsOf = (line: number, quantity = 1) => ({ lines: [{ line, quantity }] });

/** The order after some refunds, with all its cards issued. */
const after = (order: OrderRecord, ...refunds: Asked[]): OrderRecord =>
  refunds.reduce((last, asked) => plan(last, asked).next, withIssued(order, cardsOwed(order)));

const refused = (order: OrderRecord, asked: Asked) => {
  try {
    plan(order, asked);
  } catch (error) {
    return error;
  }
  throw new Error('The refund was not refused');
};

const tooMuch = { code: 'INVALID_FIELD', message: 'A refund cannot exceed what was paid' };

describe('units of a line', () => {
  test('are worth their share of the price less discount, plus tax, and add up to exactly the line', () => {
    const refunds = [1, 2, 3].reduce<ReturnType<typeof plan>[]>(
      (made) => [...made, plan(made.at(-1)?.next ?? orderOf([pot, card]), unitsOf(0))],
      [],
    );

    expect(refunds.map(({ amount }) => amount)).toEqual([1050, 1050, 1050]);
    expect(refunds.map(({ refund }) => refund.tax)).toEqual([83, 84, 83]);
    expect(refunds.map(({ next }) => next.lines[0]?.refunded_quantity)).toEqual([1, 2, 3]);
  });

  test('add up to the line in any portions, for any price, discount and tax', () => {
    const amounts = fc.integer({ min: 0, max: 10_000_000_000 });
    void fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
        ...[amounts, fc.integer({ min: 0, max: 1000 }), amounts],
        (portions, unit_price, discounted, tax) => {
          const quantity = portions.reduce((sum, portion) => sum + portion, 0);
          const discount = Math.floor((quantity * unit_price * discounted) / 1000);
          const first = orderOf([{ ...pot, quantity, unit_price, discount, tax }, card]);
          let order = first;
          let [value, taxes] = [0, 0];
          for (const portion of portions) {
            const { amount, refund, next } = plan(order, unitsOf(0, portion));
            value += amount;
            taxes += refund.tax;
            order = next;
          }
          expect([value, taxes]).toEqual([quantity * unit_price - discount + tax, tax]);
        },
      ),
    );
  });

  test('that cost nothing are refunded, with all parts 0', () => {
    const order = orderOf([{ ...pot, discount: 3000, tax: 0 }]);

    expect(plan(order, unitsOf(0, 2))).toMatchObject({
      amount: 0,
      refund: { to_card: 0, to_gift_card: 0, tax: 0 },
      next: { refunded: 0, lines: [{ refunded_quantity: 2 }] },
    });
    expect(refused(order, { amount: 1 })).toMatchObject(tooMuch);
  });

  test.each<[string, OrderRecord, Asked, object]>([
    ['more units than the line has', orderOf([pot]), unitsOf(0, 4), tooMuch],
    ['more units than are left', after(orderOf([pot, pot]), unitsOf(0, 2)), unitsOf(0, 2), tooMuch],
    [
      'a line that the order lacks',
      orderOf([pot]),
      unitsOf(1),
      { code: 'INVALID_FIELD', message: 'line must be the position of a line of the order' },
    ],
    ['a value that is no longer left', after(orderOf([pot]), { amount: 3000 }), unitsOf(0), tooMuch],
    ['more than their value', orderOf([pot]), { ...unitsOf(0), amount: 1051 }, tooMuch],
    [
      'neither units nor an amount',
      orderOf([pot]),
      {},
      { code: 'MISSING_FIELD', message: 'amount is required', fields: ['amount'] },
    ],
  ])('are not refunded for %s', (_, order, asked, error) => {
    expect(refused(order, asked)).toMatchObject(error);
  });

  test('are refunded for less than their value, and the rest is refunded later without lines', () => {
    const order = after(orderOf([pot, card]), { ...unitsOf(0, 3), amount: 100 });

    expect(order.lines[0]?.refunded_quantity).toBe(3);
    expect(plan(order, { amount: 3050 }).takesBack).toEqual([0, 0]);
    expect(refused(order, { amount: 3051 })).toMatchObject({ code: 'MISSING_FIELD' });
  });

  test('are refunded together with shipping and its tax, once', () => {
    const order = orderOf([pot, card], { input: { shipping: 70, shipping_tax: 7 } });

    expect(refused(order, { ...unitsOf(0), amount: 1128 })).toMatchObject(tooMuch);
    const next = after(order, { ...unitsOf(0), amount: 1127 });
    expect(refused(next, { ...unitsOf(0), amount: 1051 })).toMatchObject(tooMuch);
    expect(refused(after(order, { amount: 20 }), { ...unitsOf(0), amount: 1108 })).toMatchObject(tooMuch);
    expect(plan(after(order, { amount: 20 }), { ...unitsOf(0), amount: 1107 }).amount).toBe(1107);
    expect(plan(after(order, unitsOf(0)), { ...unitsOf(0), amount: 1127 }).amount).toBe(1127);
  });
});

describe('a refund without lines', () => {
  const order = orderOf([pot, card], { input: { shipping: 100 } });

  test.each<[string, number, Asked['keep_gift_cards'], object]>([
    ['what everything else costs takes back no card', 3250, false, { takesBack: [0, 0] }],
    ['the whole takes back all cards', 13_250, false, { takesBack: [0, 2] }],
    ['an amount in between takes back no card that is kept', 13_249, true, { takesBack: [0, 0] }],
    ['the whole takes back no card that is kept', 13_250, true, { takesBack: [0, 0] }],
  ])('of %s', (_, amount, keep_gift_cards, expected) => {
    expect(plan(withIssued(order, 2), { amount, keep_gift_cards })).toMatchObject(expected);
  });

  test.each([3251, 13_249])('of %i reaches into the gift cards and is refused', (amount) => {
    expect(refused(order, { amount })).toMatchObject({
      code: 'MISSING_FIELD',
      message: "lines is required: this amount reaches into the order's gift cards",
      fields: ['lines'],
    });
  });

  test('that keeps the cards refunds no unit, unless it completes the total', () => {
    const part = after(order, { amount: 13_249, keep_gift_cards: true });
    expect(part.lines.map(({ refunded_quantity }) => refunded_quantity)).toEqual([0, 0]);

    const whole = after(part, { amount: 1, keep_gift_cards: true });
    expect(whole.lines.map(({ refunded_quantity }) => refunded_quantity)).toEqual([3, 2]);
    expect(cardsAtMost(whole)).toEqual([0, 2]);
  });

  test('of the rest takes back all cards except those that were kept on purpose', () => {
    const kept = after(order, { ...unitsOf(1), keep_gift_cards: true });

    expect(plan(kept, { amount: 8250 }).takesBack).toEqual([0, 1]);
    expect(cardsAtMost(after(kept, { amount: 8250 }))).toEqual([0, 1]);
  });
});

test('a refund of units other than cards does not reach into the cards', () => {
  const order = after(orderOf([pot, card]), { amount: 3000 });

  expect(refused(order, { ...unitsOf(0), amount: 151 })).toMatchObject({
    code: 'MISSING_FIELD',
    message: "keep_gift_cards is required: this amount reaches into the order's gift cards",
    fields: ['keep_gift_cards'],
  });
  expect(plan(order, { ...unitsOf(0), amount: 150 }).takesBack).toEqual([0, 0]);
  expect(plan(order, { ...unitsOf(0), amount: 151, keep_gift_cards: true }).takesBack).toEqual([0, 0]);
});

test('any refunds of an order carry exactly its tax once they complete the total', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 4000 })), { maxLength: 8 });
  void fc.assert(
    fc.property(steps, (all) => {
      let order = orderOf([pot, { ...pot, unit_price: 333, tax: 0 }], { input: { shipping: 50, shipping_tax: 9 } });
      const taxes: number[] = [];
      const refund = (asked: Asked) => {
        const { refund: made, next } = plan(order, asked);
        taxes.push(made.tax);
        order = next;
      };
      for (const [ofUnits, amount] of all) {
        try {
          refund(ofUnits ? unitsOf(amount % 2) : { amount });
        } catch (error) {
          expect(error).toMatchObject(tooMuch);
        }
      }
      if (order.refunded < order.total) refund({ amount: order.total - order.refunded });
      expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(order.tax);
      expect(Math.min(...taxes)).toBeGreaterThanOrEqual(0);
    }),
  );
});

describe('a refunded unit without an issued card', () => {
  const order = orderOf([card, pot, { ...card, quantity: 3, unit_price: 700 }]);

  test('gets none, and the cards of all others are issued', () => {
    const { next, takesBack } = plan(withIssued(order, 1), unitsOf(0));

    expect(takesBack).toEqual([0, 0, 0]);
    expect(cardsDue(next)).toEqual([0, 0, 3]);
    expect(nextCards(next, 10).map(({ line }) => line)).toEqual([2, 2, 2]);
    expect(cardsOwed(withIssued(next, 2))).toBe(1);
    expect(withIssued(next, 3).cards_issued).toBe(5);
  });

  test('comes before a card that is taken back', () => {
    expect(plan(withIssued(order, 3), unitsOf(2, 3)).takesBack).toEqual([0, 0, 1]);
  });

  test('gets none if the whole order is refunded: no card is owed', () => {
    const { next, takesBack } = plan(withIssued(order, 1), { amount: order.total });

    expect(takesBack).toEqual([1, 0, 0]);
    expect([cardsOwed(next), next.cards_issued, nextCards(next, 10)]).toEqual([0, 5, []]);
  });

  test('gets none even if the cards are kept: only issued cards are kept', () => {
    const { next } = plan(withIssued(order, 1), { amount: order.total, keep_gift_cards: true });
    expect([cardsOwed(next), cardsIssued(next), cardsAtMost(next)]).toEqual([0, 1, [1, 0, 0]]);
  });

  test('does not count as issued', () => {
    const { next } = plan(withIssued(order, 3), unitsOf(2));

    expect([0, 1, 4].map((cards) => cardsIssued(withIssued(order, cards)))).toEqual([0, 1, 4]);
    expect([0, 1].map((cards) => cardsIssued(withIssued(next, cards)))).toEqual([3, 4]);
  });

  test('has no position in the order of issue', () => {
    const { next } = plan(withIssued(order, 1), unitsOf(0));
    expect([0, 1, 3, 4].map((position) => lineOfCard(next, position))).toEqual([0, 2, 2, -1]);
  });
});

test('a card without a stored line gets its line from the order of issue', () => {
  const order = orderOf([card, pot, { ...card, quantity: 3 }]);
  expect([0, 1, 2, 4, 5].map((position) => lineOfCard(order, position))).toEqual([0, 0, 2, 2, -1]);
});

test('an order that an earlier release refunded entirely has refunded units, and keeps its cards', () => {
  const { refunded: _, ...stored } = orderOf([pot, card]);
  const order = restored({ ...stored, refunded_to_card: stored.total });

  expect(order.refunded).toBe(stored.total);
  expect(order.lines.map(({ refunded_quantity }) => refunded_quantity)).toEqual([3, 2]);
  expect(cardsAtMost(order)).toEqual([0, 2]);
  expect(restored({ ...stored, refunded_to_card: stored.total - 1 }).lines[0]?.refunded_quantity).toBe(0);
});

test('an event lists the units that become refunded', () => {
  const order = orderOf([pot, card]);
  const part = after(order, unitsOf(0, 2));

  expect(refundedUnits(order, part)).toEqual([{ line: 0, quantity: 2 }]);
  expect(refundedUnits(part, after(part, { amount: part.total - part.refunded }))).toEqual([
    { line: 0, quantity: 1 },
    { line: 1, quantity: 2 },
  ]);
});

test('a refund is a repeat only if it has the same units, in any order', () => {
  const order = orderOf([pot, card]);
  const content = contentOf({ refund_id: 'one', lines: [unitsOf(1), unitsOf(0)].flatMap(({ lines }) => lines) });
  const { refund, amount } = planRefund(order, content);
  const made = { ...refund, amount, created_at: now, lines: content.lines, is_of_value: true as const };
  const isSame = (asked: Asked, id = 'ord_1') => isMadeFrom(made, id, contentOf({ refund_id: 'one', ...asked }));
  const { lines = [] } = content;

  expect([isSame({ lines }), isSame({ lines: lines.toReversed(), keep_gift_cards: false })]).toEqual([true, true]);
  expect([
    ...[isSame({ lines, amount }), isSame({ amount }), isSame(unitsOf(0)), isSame({ lines }, 'ord_2')],
    isSame({ lines, keep_gift_cards: true }),
  ]).toEqual([false, false, false, false, false]);
});

test('a file is refused once all its units in all lines are refunded', () => {
  const order = orderOf([pot, { ...pot, quantity: 1 }]);
  const forbidden = { code: 'FORBIDDEN', message: 'This was refunded' };

  expect(() => refuseRefunded(after(order, unitsOf(0, 3)), 'pot_1')).not.toThrow();
  expect(() => refuseRefunded(after(order, unitsOf(0, 3), unitsOf(1)), 'pot_1')).toThrow(
    expect.objectContaining(forbidden),
  );
});

describe('a site that does not let gift cards buy gift cards', () => {
  test('refuses an order if the gift cards exceed the price of everything else', () => {
    expect(orderOf([pot, card], { held: 3150, isOff: true }).paid_by_gift_card).toBe(3150);
    expect(() => orderOf([pot, card], { held: 3151, isOff: true })).toThrow('A gift card cannot pay for a gift card');
    expect(orderOf([pot, card], { held: 3151 }).paid_by_gift_card).toBe(3151);
    expect(orderOf([pot], { held: 9999, isOff: true }).paid_by_gift_card).toBe(3150);
  });
});
