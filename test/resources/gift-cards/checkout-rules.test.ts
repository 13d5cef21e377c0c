import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdAmong, refuseLineCount } from '../../../lib/resources/gift-cards/checkout-rules.ts';
import type { GiftCardRecord } from '../../../lib/resources/gift-cards/rules.ts';

const now = '2026-05-06T07:08:09Z';
const past = '2026-05-06T07:08:08Z';
const future = '2026-05-06T07:08:10Z';
const later = '2026-05-06T08:00:00Z';

/** A card of 100 with the last digit of its id in its code, of which checkout `c` holds some. */
const cardOf = (
  id: string,
  held?: number,
  fields: Partial<GiftCardRecord> & { until?: string } = {},
): GiftCardRecord => {
  const { until = future, ...rest } = fields;
  const holds = held === undefined ? [] : [{ checkout_id: 'c', amount: held, asked: held, expires_at: until }];
  return {
    ...{ id, last4: `000${id.at(-1)}`, code_hash: 'hash', currency: 'USD', initial_value: 100, balance: 100 },
    ...{ site_id: null, locales: [], recipient_email: null, message: null, note: null, expires_at: null, holds },
    ...{ disabled_at: null, last_transaction_id: 'gct_1', created_at: past, updated_at: past },
    last_entry: { type: 'issued', amount: 100, order_id: null },
    ...rest,
  };
};

const request = { checkout_id: 'c', amount: 150, currency: 'USD', expires_at: later };

describe('a card that joins a checkout', () => {
  const [a, b, c] = [cardOf('gcd_a', 100), cardOf('gcd_b', 30), cardOf('gcd_c')];

  test.each<[string, GiftCardRecord[], GiftCardRecord, number, number[], number]>([
    ['the first card holds what it can', [], c, 250, [100], 150],
    ['a card holds what the cards before it leave', [a, b], c, 150, [100, 30, 20], 0],
    ['a card holds its whole balance if the balance is too low', [a, b], c, 400, [100, 30, 100], 170],
    ['a card that is not needed holds 0', [a], c, 100, [100, 0], 0],
    ['a card that is held again keeps its position', [b, a], cardOf('gcd_b', 30), 50, [50, 100], 0],
    ['a card that is held again leaves later holds', [a, b], cardOf('gcd_a', 100), 60, [60, 30], 0],
    ['the last card held again holds the rest', [a, b], cardOf('gcd_b', 30), 150, [100, 50], 0],
    ['expired holds leave the whole amount to other cards', [cardOf('gcd_a', 100, { until: past })], c, 90, [0, 90], 0],
  ])('%s', (_, joined, card, amount, held, remainder) => {
    const outcome = holdAmong(joined, card, { ...request, amount }, now);

    expect(outcome.holds.map((each) => each.held)).toEqual(held);
    expect(outcome.remainder).toBe(remainder);
    expect(outcome.next.holds).toMatchObject([{ checkout_id: 'c', amount: outcome.held }]);
    expect(outcome.holds).toContainEqual({ gift_card_id: card.id, last4: card.last4, held: outcome.held });
  });

  test('the checkout lasts as long as its last hold', () => {
    const lasting = cardOf('gcd_a', 100, { until: '2030-01-01T00:00:00Z' });

    expect(holdAmong([lasting], c, request, now).expires_at).toBe('2030-01-01T00:00:00Z');
    expect(holdAmong([a], c, request, now).expires_at).toBe(later);
    expect(holdAmong([lasting], lasting, request, now).expires_at).toBe(later);
  });

  test('the remainder is never negative, and holds of new cards never exceed the amount', () => {
    const amounts = fc.array(fc.nat(300), { minLength: 1, maxLength: 10 });

    void fc.assert(
      fc.property(amounts, fc.nat(1500), (balances, amount) => {
        const cards: GiftCardRecord[] = [];
        for (const [index, balance] of balances.entries()) {
          const card = { ...cardOf(`gcd_${index}`), balance: balance + 1 };
          cards.push(holdAmong(cards, card, { ...request, amount }, now).next);
        }
        const first = cards[0] ?? cardOf('gcd_0');
        const { holds, remainder } = holdAmong(cards, first, { ...request, amount }, now);
        const held = holds.reduce((sum, each) => sum + each.held, 0);

        expect(held).toBe(
          Math.min(
            amount,
            balances.reduce((sum, balance) => sum + balance + 1, 0),
          ),
        );
        expect(held + remainder).toBe(amount);
        expect(holdAmong(cards, first, { ...request, amount: 0 }, now).remainder).toBe(0);
      }),
    );
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => cardOf(`gcd_${index}`, 0));

  test('a checkout holds at most ten cards, including those that hold 0', () => {
    expect(holdAmong(many(9), c, request, now).holds).toHaveLength(10);
    expect(holdAmong(many(10), cardOf('gcd_9', 0), request, now).holds).toHaveLength(10);
    expect(() => holdAmong(many(10), c, request, now)).toThrow('A checkout holds at most 10 payments');
  });

  test('all cards of a checkout have the currency of the order', () => {
    expect(() => holdAmong([cardOf('gcd_a', 1, { currency: 'EUR' })], c, request, now)).toThrow(
      'The gift card is in EUR',
    );
    expect(() => holdAmong([a], cardOf('gcd_c', 1, { currency: 'EUR' }), request, now)).toThrow(
      'The gift card is in EUR',
    );
  });

  test.each([
    [1, 90, undefined],
    [2, 90, undefined],
    [3, 87, 'An order with 3 payments can have at most 87 lines'],
    [10, 66, 'An order with 10 payments can have at most 66 lines'],
  ])('with %i cards, an order has at most %i lines', (cards, most, message = 'at most') => {
    expect(() => refuseLineCount(most, cards, 'lines')).not.toThrow();
    expect(() => refuseLineCount(most + 1, cards, 'lines')).toThrow(message);
    const joined = many(cards - 1);
    expect(holdAmong(joined, c, { ...request, lines: most }, now).held).toBe(100);
    expect(() => holdAmong(joined, c, { ...request, lines: most + 1 }, now)).toThrow(message);
  });
});
