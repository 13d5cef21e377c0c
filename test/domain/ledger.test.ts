import { describe, expect, test } from 'vitest';
import type { GiftCardTransaction } from '../../lib/contract/gift-cards.ts';
import { adjust, type GiftCardRecord, hold, issue, redeem, refund } from '../../lib/domain/gift-card.ts';
import { cardFindings, orderFindings } from '../../lib/domain/ledger.ts';
import { divideRefund, newOrder } from '../../lib/domain/order.ts';

const now = '2026-05-06T07:08:09Z';
const future = '2026-05-06T07:08:10Z';

const how = (transactionId: string) => ({ actor: { type: 'system', name: null }, now, transactionId }) as const;

/** A card of 100 that was raised by 20, paid 70 of an order, got 30 of it back, and is held for 90 by a checkout. */
function history() {
  const surroundings = {
    site: { gift_notes_enabled: true, gift_note_max_length: 500 },
    customer: { email: 'ada@example.com' },
    products: new Map(),
    giftOption: undefined,
    storeCurrency: 'USD',
    now,
  };
  const recorded = newOrder(
    {
      id: 'ord_1',
      site_id: 'sit_1',
      customer_id: 'cus_1',
      status: 'paid',
      currency: 'USD',
      lines: [{ product_id: 'pro_1', variant_id: 'prv_1', quantity: 1, unit_price: 70 }],
    },
    { ...surroundings, hold: { gift_card_id: 'gcd_1', amount: 70 } },
  );
  const { next: order } = divideRefund(recorded, { refund_id: 'one', amount: 30 });

  const code = { hash: 'hash', last4: '2345' };
  const issued = issue(
    { id: 'gcd_1', code, value: 100, currency: 'USD', site_id: null, order_id: 'ord_0' },
    how('gct_1'),
  );
  const raised = adjust(issued.next, { amount: 20 }, how('gct_2'));
  const spent = redeem(raised.next, { checkout_id: 'a', order_id: 'ord_1', amount: 70 }, how('gct_3'));
  const refunded = refund(spent.next, { order_id: 'ord_1', amount: 30 }, how('gct_4'));
  const { next: card } = hold(
    refunded.next,
    { checkout_id: 'b', amount: 90, currency: 'USD', expires_at: future },
    now,
  );
  const entries = [issued, raised, spent, refunded].flatMap(({ transaction }) => transaction ?? []);
  return { card, order, entries };
}

const { card, order, entries } = history();

const withEntry = (id: string, fields: Partial<GiftCardTransaction>): GiftCardTransaction[] =>
  entries.map((entry) => (entry.id === id ? { ...entry, ...fields } : entry));

test('a card whose every change went through its rules has nothing wrong, spent to the last unit or held to it', () => {
  expect(cardFindings(card, entries, now)).toEqual([]);

  const lowered = adjust({ ...card, holds: [] }, { amount: -80 }, how('gct_5'));
  expect(lowered.next.balance).toBe(0);
  expect(cardFindings(lowered.next, [...entries, lowered.transaction ?? []].flat(), now)).toEqual([]);

  const full = hold(card, { checkout_id: 'c', amount: 500, currency: 'USD', expires_at: future }, now);
  expect(cardFindings(full.next, entries, now)).toEqual([]);
});

describe('what is wrong with a card', () => {
  const issuedAgain = entries.slice(0, 1).map((entry) => ({ ...entry, id: 'gct_5', amount: 0, balance: 80 }));

  test.each<[string, Partial<GiftCardRecord>, GiftCardTransaction[], string[]]>([
    ['another balance than its entries', { balance: 90 }, entries, ['the entries add up to 80, the balance is 90']],
    [
      'a balance below zero',
      { balance: -10, holds: [] },
      withEntry('gct_4', { amount: -60, balance: -10 }),
      ['the balance is -10', '0 are held, the balance is -10'],
    ],
    [
      'more held than there is',
      { holds: [{ checkout_id: 'b', amount: 81, asked: 81, expires_at: future }] },
      entries,
      ['81 are held, the balance is 80'],
    ],
    [
      'an entry that says another balance',
      {},
      withEntry('gct_2', { balance: 119 }),
      ['entry gct_2 says the balance was 119'],
    ],
    [
      'no entry that issued it',
      {},
      withEntry('gct_1', { type: 'adjusted' }),
      ['the first entry does not issue the card'],
    ],
    ['another initial value', { initial_value: 99 }, entries, ['the first entry does not issue the card']],
    ['no entries', { balance: 0, holds: [] }, [], ['the first entry does not issue the card']],
    ['a second issue', {}, [...entries, ...issuedAgain], ['the card is issued twice']],
    ['a redemption of no order', {}, withEntry('gct_3', { order_id: null }), ['an entry names no order']],
    ['a refund of no order', {}, withEntry('gct_4', { order_id: null }), ['an entry names no order']],
  ])('%s', (_, fields, ledger, findings) => {
    expect(cardFindings({ ...card, ...fields }, ledger, now)).toEqual(findings);
  });

  test('a hold that has lapsed is nothing wrong', () => {
    const holds = [{ checkout_id: 'b', amount: 500, asked: 500, expires_at: now }];
    expect(cardFindings({ ...card, holds }, entries, now)).toEqual([]);
  });
});

describe('what is wrong between an order and a card', () => {
  test('nothing where the entries are what the order spent of the card, and got back', () => {
    expect(orderFindings(order, 'gcd_1', entries)).toEqual([]);
  });

  test('nothing for entries of other orders, and for the entry of a card that the order bought', () => {
    const bought = withEntry('gct_1', { order_id: 'ord_1' });
    const [, , ...others] = entries.map((entry) => ({ ...entry, order_id: 'ord_2' }));
    expect(orderFindings(order, 'gcd_1', [...bought, ...others])).toEqual([]);
  });

  test('less or more spent than the order says', () => {
    expect(orderFindings(order, 'gcd_1', withEntry('gct_3', { amount: -60 }))).toEqual([
      'order ord_1 spent 70, its entries 60',
    ]);
  });

  test('less or more refunded than the order says', () => {
    expect(orderFindings(order, 'gcd_1', withEntry('gct_4', { amount: 31 }))).toEqual([
      'order ord_1 had 30 refunded, its entries 31',
    ]);
  });

  test('two redemptions, even of the right sum', () => {
    const halves = withEntry('gct_3', { amount: -35 });
    const second = halves.filter(({ id }) => id === 'gct_3').map((entry) => ({ ...entry, id: 'gct_5' }));
    expect(orderFindings(order, 'gcd_1', [...halves, ...second])).toEqual(['order ord_1 is redeemed twice']);
  });

  test('a card that the order does not name has none of its money', () => {
    expect(orderFindings(order, 'gcd_2', [])).toEqual([]);
    expect(orderFindings(order, 'gcd_2', entries)).toEqual([
      'order ord_1 spent 0, its entries 70',
      'order ord_1 had 0 refunded, its entries 30',
    ]);
    expect(orderFindings(order, 'gcd_1', [])).toEqual([
      'order ord_1 spent 70, its entries 0',
      'order ord_1 had 30 refunded, its entries 0',
    ]);
  });
});
