import { describe, expect, test } from 'vitest';
import { addEntries, accountFindings as findingsOfCard, noSums } from '../../../lib/ledger/audit-rules.ts';
import { adjust, hold, redeem } from '../../../lib/ledger/hold-rules.ts';
import { refund } from '../../../lib/ledger/rules.ts';
import type { GiftCardTransaction } from '../../../lib/resources/gift-cards/fields.ts';
import { orderFindings as findingsOfOrder } from '../../../lib/resources/gift-cards/ledger-rules.ts';
import { type GiftCardRecord, issue } from '../../../lib/resources/gift-cards/rules.ts';
import { planRefund } from '../../../lib/resources/orders/refund-rules.ts';
import { newOrder, type OrderRecord } from '../../../lib/resources/orders/rules.ts';

const now = '2026-05-06T07:08:09Z';
const future = '2026-05-06T07:08:10Z';

const how = (transactionId: string) => ({ actor: { type: 'system', name: null }, now, transactionId }) as const;

/** A card of 100 that was raised by 20, paid 70 of an order, got 30 of it back, and is held for 90 by a checkout. */
function history() {
  const context = {
    site: { gift_notes_enabled: true, gift_note_max_length: 500, gift_cards_buy_gift_cards: true },
    customer: { email: 'ada@example.com', locale: null },
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
    { ...context, holds: [{ gift_card_id: 'gcd_1', amount: 70 }] },
  );
  const { next: order } = planRefund(recorded, { refund_id: 'one', amount: 30 });

  const code = { hash: 'hash', last4: '2345' };
  const issued = issue(
    {
      id: 'gcd_1',
      code,
      value: 100,
      currency: 'USD',
      site_id: null,
      purchase: { order_id: 'ord_0', customer_id: 'cus_1' },
    },
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

type Entries = readonly GiftCardTransaction[];

/** The sums of entries that are read one at a time. */
const sumsOf = (entries: Entries) => entries.reduce((sums, entry) => addEntries(sums, [entry]), noSums());

const accountFindings = (card: GiftCardRecord, entries: Entries, time: string) =>
  findingsOfCard(card, sumsOf(entries), time);

const orderFindings = (order: OrderRecord, card: string, entries: Entries) =>
  findingsOfOrder(order, card, sumsOf(entries));

test('entries add up to the same, however many are read at once', () => {
  const { entries } = history();

  expect(addEntries(noSums(), entries)).toEqual(sumsOf(entries));
  expect(sumsOf(entries)).toMatchObject({
    balance: 80,
    orders: new Map([['ord_1', { redeemed: -70, redemptions: 1, refunded: 30, takenBack: 0 }]]),
  });
});

/** The entries with one of them changed. */
const changing =
  (id: string, fields: Partial<GiftCardTransaction>) =>
  (entries: Entries): Entries =>
    entries.map((entry) => (entry.id === id ? { ...entry, ...fields } : entry));

test('a card changed only through its rules has nothing wrong, spent to the last unit or held to it', () => {
  const { card, entries } = history();
  expect(accountFindings(card, entries, now)).toEqual([]);

  const lowered = adjust({ ...card, holds: [] }, { amount: -80 }, how('gct_5'));
  expect(lowered.next.balance).toBe(0);
  expect(accountFindings(lowered.next, [...entries, lowered.transaction ?? []].flat(), now)).toEqual([]);

  const full = hold(card, { checkout_id: 'c', amount: 500, currency: 'USD', expires_at: future }, now);
  expect(accountFindings(full.next, entries, now)).toEqual([]);
});

describe('what is wrong with a card', () => {
  const asTheyAre = (entries: Entries): Entries => entries;
  const issuedAgain = (entries: Entries): Entries => [
    ...entries,
    ...changing('gct_1', { id: 'gct_5', amount: 0, balance: 80 })(entries).slice(0, 1),
  ];

  test.each<[string, Partial<GiftCardRecord>, (entries: Entries) => Entries, string[]]>([
    ['another balance than its entries', { balance: 90 }, asTheyAre, ['the entries add up to 80, the balance is 90']],
    [
      'a balance below zero',
      { balance: -10, holds: [] },
      changing('gct_4', { amount: -60, balance: -10 }),
      ['the balance is -10', '0 are held, the balance is -10'],
    ],
    [
      'more held than there is',
      { holds: [{ checkout_id: 'b', amount: 81, asked: 81, expires_at: future }] },
      asTheyAre,
      ['81 are held, the balance is 80'],
    ],
    [
      'an entry that says another balance',
      {},
      changing('gct_2', { balance: 119 }),
      ['entry gct_2 says the balance was 119'],
    ],
    [
      'no entry that issued it',
      {},
      changing('gct_1', { type: 'adjusted' }),
      ['the first entry does not issue the card'],
    ],
    ['another initial value', { initial_value: 99 }, asTheyAre, ['the first entry does not issue the card']],
    ['no entries', { balance: 0, holds: [] }, () => [], ['the first entry does not issue the card']],
    ['a second issue', {}, issuedAgain, ['the card is issued twice']],
    ['a redemption of no order', {}, changing('gct_3', { order_id: null }), ['an entry names no order']],
    ['a refund of no order', {}, changing('gct_4', { order_id: null }), ['an entry names no order']],
  ])('%s', (_, fields, change, findings) => {
    const { card, entries } = history();
    expect(accountFindings({ ...card, ...fields }, change(entries), now)).toEqual(findings);
  });

  test('a hold that has lapsed is nothing wrong', () => {
    const { card, entries } = history();
    const holds = [{ checkout_id: 'b', amount: 500, asked: 500, expires_at: '2020-01-01T00:00:00Z' }];
    expect(accountFindings({ ...card, holds }, entries, now)).toEqual([]);
  });
});

describe('what is wrong between an order and a card', () => {
  test('nothing where the entries are what the order spent of the card, and got back', () => {
    const { order, entries } = history();
    expect(orderFindings(order, 'gcd_1', entries)).toEqual([]);
  });

  test('nothing for entries of other orders, and for the entry of a card that the order bought', () => {
    const { order, entries } = history();
    const bought = changing('gct_1', { order_id: 'ord_1' })(entries);
    const [, , ...others] = entries.map((entry) => ({ ...entry, order_id: 'ord_2' }));
    expect(orderFindings(order, 'gcd_1', [...bought, ...others])).toEqual([]);
  });

  test.each([
    ['another sum spent', 'gct_3', { amount: -60 }, 'order ord_1 spent 70, its entries 60'],
    ['another sum refunded', 'gct_4', { amount: 31 }, 'order ord_1 had 30 refunded, its entries 31'],
  ])('%s than the order says', (_, id, fields, finding) => {
    const { order, entries } = history();
    expect(orderFindings(order, 'gcd_1', changing(id, fields)(entries))).toEqual([finding]);
  });

  test('a cancelled order of which the card has less than all back', () => {
    const { order, entries } = history();
    expect(orderFindings({ ...order, status: 'cancelled' }, 'gcd_1', entries)).toEqual([
      'order ord_1 is cancelled and keeps 40',
    ]);
    const back = changing('gct_4', { amount: 70 })(entries);
    const payments = order.payments.map((payment) => ({ ...payment, refunded: 70 }));
    const cancelled = { ...order, status: 'cancelled' as const, payments, refunded_to_gift_card: 70 };
    expect(orderFindings(cancelled, 'gcd_1', back)).toEqual([]);
  });

  test('payments that do not add up to what gift cards paid, or had refunded', () => {
    const { order, entries } = history();
    const other = { type: 'gift_card' as const, gift_card_id: 'gcd_2', amount: 5, refunded: 4 };
    const payments = [...order.payments, other];
    expect(orderFindings({ ...order, payments }, 'gcd_1', entries)).toEqual([
      'order ord_1 was paid 70 by gift card, its payments are 75',
      'order ord_1 had 30 refunded to gift cards, its payments 34',
    ]);
    const both = { ...order, payments, paid_by_gift_card: 75, refunded_to_gift_card: 34 };
    expect(orderFindings(both, 'gcd_1', entries)).toEqual([]);
    expect(orderFindings(both, 'gcd_2', [])).toEqual([
      'order ord_1 spent 5, its entries 0',
      'order ord_1 had 4 refunded, its entries 0',
    ]);
  });

  test('two redemptions, even of the right sum', () => {
    const { order, entries } = history();
    const halves = changing('gct_3', { amount: -35 })(entries);
    const second = halves.filter(({ type }) => type === 'redeemed').map((entry) => ({ ...entry, id: 'gct_5' }));
    expect(orderFindings(order, 'gcd_1', [...halves, ...second])).toEqual(['order ord_1 is redeemed twice']);
  });

  test('money of an order on a card that it does not name, or none on the card that it names', () => {
    const { order, entries } = history();
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
