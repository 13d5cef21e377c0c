import { describe, expect, test } from 'vitest';
import { importRecords } from '../../../lib/resources/catalog/functions.ts';
import {
  createCustomerAddress,
  deleteCustomerAddress,
  getCustomerAddress,
  listCustomerAddresses,
  updateCustomerAddress,
} from '../../../lib/resources/customer-addresses/operations.ts';
import { deleteCustomer } from '../../../lib/resources/customers/functions.ts';
import {
  adjustGiftCard,
  getGiftCard,
  issueGiftCard,
  listGiftCards,
  listGiftCardTransactions,
  updateGiftCard,
} from '../../../lib/resources/gift-cards/operations.ts';
import { refundOrder } from '../../../lib/resources/orders/functions.ts';
import { editReview, postReview } from '../../../lib/resources/reviews/functions.ts';
import { getReview } from '../../../lib/resources/reviews/operations.ts';
import { clientArea } from '../../requests/client.ts';
import { customerAddresses } from '../../requests/customer-addresses.ts';
import { giftCards } from '../../requests/gift-cards.ts';
import type { Area } from '../../requests/table.ts';
import { kind } from '../engine/conditions.ts';
import type { Recorded } from '../engine/recorded.ts';
import { simulate } from '../random/simulation.ts';
import { type Spoil, spoilCalls, withoutConditions, withoutRecords } from '../random/spoiling.ts';
import { judgeRequests } from './feed.ts';

/** Reads of addresses follow the table within seconds, though the contract promises what was acknowledged. */
const withLaggingReads: Spoil = (input, command) => {
  if (command !== 'BatchGetItemCommand' || !JSON.stringify(input).includes('cad_')) return input;
  const [[table = '', keys] = []] = Object.entries<object>(input.RequestItems);
  return { ...input, RequestItems: { [table]: { ...keys, ConsistentRead: false } } };
};

describe('a defect of the service is noticed', () => {
  test.each<[string, Area, Spoil, RegExp]>([
    ['a lost update', giftCards, withoutConditions, /explains: .*(?:gift-card|entry)/],
    ['a stale read', customerAddresses, withLaggingReads, /explains: .*(?:customer-address|export-customer)/],
    ['an adjustment done twice', clientArea(), withoutRecords, /explains: .*gift-card/],
  ])('%s', async (_, area, spoil, named) => {
    spoilCalls(spoil);
    let anomaly: readonly string[] | undefined;
    for (let seed = 1; seed <= 40 && !anomaly; seed += 1) {
      const { run } = await simulate(seed, { among: [area], conditions: { ...kind, lag: () => 5000 } });
      anomaly = judgeRequests(run.requests).anomaly;
    }
    expect(anomaly?.[0]).toMatch(named);
  });
});

type Said = Pick<Recorded, 'of' | 'sent'> & {
  at: [from: number, to?: number];
  key?: string;
  answer?: object;
  refused?: string;
};

/** A history of requests; what has no `answer` and is not refused was answered without a body, what never ended got no answer. */
const history = (...all: Said[]): Recorded[] =>
  all.map(({ of, sent, key, at: [from, to], answer, refused }) => ({
    ...{ of, sent, key, from },
    ...(to === undefined
      ? { to: Number.POSITIVE_INFINITY }
      : { to, answer: refused ? { ok: false, code: refused } : { ok: true, body: answer } }),
  }));

const isExplained = (...all: Said[]): boolean => judgeRequests(history(...all)).anomaly === undefined;

const customer = { id: 'cus_ada' };
const path = { ...customer, address_id: 'cad_1' };
const said = (last_name: string) => ({
  ...{ first_name: 'Ada', last_name, street1: '1 Loom Lane', city: 'Boston', state: 'MA', country_id: 1 },
});
const shown = (last_name: string) => ({ id: 'cad_1', ...said(last_name), street2: null, zip: null });

const creation: Said = {
  of: createCustomerAddress,
  sent: { path: customer, body: said('A') },
  at: [0, 10],
  answer: shown('A'),
};
const update = (last_name: string, ...at: Said['at']): Said => ({
  ...{ of: updateCustomerAddress, sent: { path, body: said(last_name) }, at },
  ...(at.length > 1 ? { answer: shown(last_name) } : {}),
});
const reading = (last_name: string | null, ...at: Said['at']): Said => ({
  ...{ of: getCustomerAddress, sent: { path }, at },
  ...(last_name === null ? { refused: 'NOT_FOUND' } : { answer: shown(last_name) }),
});
const listing = (addresses: readonly object[], ...at: Said['at']): Said => ({
  ...{ of: listCustomerAddresses, sent: { path: customer }, at, answer: { data: addresses, has_more: false } },
});
const deletion = (...at: Said['at']): Said => ({ of: deleteCustomerAddress, sent: { path }, at });
const burial: Said = {
  of: deleteCustomer,
  sent: { store_id: 'sto_1', customer_id: 'cus_ada' },
  at: [20, 30],
  answer: {},
};

describe('of an object', () => {
  test.each<[string, boolean, Said[]]>([
    ['a replacement is seen by whoever reads after it', true, [creation, update('B', 20, 30), reading('B', 31, 32)]],
    ['a replacement is lost', false, [creation, update('B', 20, 30), reading('A', 31, 32)]],
    ['a replacement that nobody heard of may be seen', true, [creation, update('B', 20), reading('B', 31, 32)]],
    [
      'a field that is left out keeps its value',
      false,
      [creation, { ...update('B', 20, 30), answer: { ...shown('B'), zip: '02110' } }],
    ],
    ['a list lacks it', false, [creation, listing([], 20, 30)]],
    [
      'a list of another customer lacks it',
      true,
      [creation, { ...listing([], 20, 30), sent: { path: { id: 'cus_bob' } } }],
    ],
    ['a list shows what it was', false, [creation, update('B', 20, 30), listing([shown('A')], 31, 40)]],
    ['it is deleted, and gone', true, [creation, deletion(20, 30), reading(null, 31, 40), listing([], 31, 40)]],
    ['it is deleted, and there', false, [creation, deletion(20, 30), reading('A', 31, 40)]],
    ['two delete it at the same time', true, [creation, deletion(20, 30), deletion(20, 30)]],
    ['it is deleted again when it is gone', false, [creation, deletion(20, 30), deletion(31, 40)]],
    ['it is gone though nobody deleted it', false, [creation, reading(null, 20, 30)]],
    [
      'there is nothing of it elsewhere',
      true,
      [creation, { ...reading(null, 20, 30), sent: { path: { ...path, id: 'cus_bob' } } }],
    ],
    ['it goes with what it was made under', true, [creation, burial, reading(null, 31, 40)]],
    ['it outlives what it was made under', false, [creation, burial, reading('A', 31, 40)]],
    ['an object that no request made is not judged', true, [reading('A', 0, 1), reading('B', 2, 3)]],
    [
      'what a function does to others is not judged',
      true,
      [creation, { of: importRecords, sent: { store_id: 'sto_1' }, at: [20, 30], answer: {} }, reading('A', 31, 40)],
    ],
  ])('%s', (_, expected, all) => {
    expect(isExplained(...all)).toBe(expected);
  });
});

test('attempts with one key are one request, at any time from the first of them to the first answer', () => {
  const first = { ...update('B', 20), key: 'k' };
  const again = { ...update('B', 60, 70), key: 'k' };

  expect(isExplained(creation, first, reading('B', 30, 40), reading('B', 75, 80), again)).toBe(true);
  expect(isExplained(creation, first, reading('B', 30, 40), reading('A', 50, 55), again)).toBe(false);
});

const review = { id: 'rev_1', rating: 5, title: 'Good', body: '' };
const posted = {
  store_id: 'sto_1',
  customer_id: 'cus_ada',
  product_id: 'pro_1',
  site_id: 'sit_1',
  rating: 5,
  title: 'Good',
};
const seen = { of: getReview, sent: { path: { review_id: 'rev_1' } } };

test('a function is asked again: any of its attempts may have made the object, and an edit is seen', () => {
  const unheard: Said = { of: postReview, sent: posted, at: [0] };
  const heard: Said = { of: postReview, sent: posted, at: [50, 60], answer: review };
  const edit: Said = {
    ...{ of: editReview, sent: { ...posted, review_id: 'rev_1', rating: 1 }, at: [70, 80] },
    answer: { ...review, rating: 1 },
  };

  expect(isExplained(unheard, heard, { ...seen, at: [20, 30], answer: review })).toBe(true);
  expect(isExplained(heard, { ...seen, at: [20, 30], answer: review })).toBe(false);
  expect(isExplained(heard, edit, { ...seen, at: [90, 95], answer: review })).toBe(false);
});

test('of two that are answered one new object either may have made it', () => {
  const edited = { ...review, rating: 1 };
  const late: Said = { of: postReview, sent: { ...posted, rating: 1 }, at: [0, 60], answer: edited };
  const maker = (from: number): Said => ({ of: postReview, sent: posted, at: [from, 20], answer: review });
  const edit: Said = {
    of: editReview,
    sent: { ...posted, review_id: 'rev_1', rating: 1 },
    at: [25, 30],
    answer: edited,
  };

  expect(isExplained(late, maker(5), edit)).toBe(true);
  expect(isExplained(late, maker(5), { ...edit, at: [70, 80] })).toBe(false);
});

describe('of a ledger', () => {
  const card = (balance: number, note: string | null = null) => ({ id: 'gcd_1', balance, note });
  const own = { path: { gift_card_id: 'gcd_1' } };
  const issue: Said = { of: issueGiftCard, sent: { body: { value: 100 } }, at: [0, 10], answer: card(100) };
  const adjustment = (amount: number, balance: number, ...at: Said['at']): Said => ({
    ...{ of: adjustGiftCard, sent: { ...own, body: { amount } }, at, answer: card(balance) },
  });
  const refund: Said = {
    of: refundOrder,
    sent: { order_id: 'ord_1', refund_id: 'r', amount: 5 },
    at: [20, 30],
    answer: {},
  };
  const entries = (data: readonly object[], ...at: Said['at']): Said => ({
    ...{ of: listGiftCardTransactions, sent: own, at, answer: { data, has_more: false } },
  });
  const entry = (id: string, amount: number, balance: number, order_id: string | null = null) => ({
    id,
    amount,
    balance,
    order_id,
  });
  const balance = (of: number, ...at: Said['at']): Said => ({ of: getGiftCard, sent: own, at, answer: card(of) });

  test.each<[string, boolean, Said[]]>([
    ['two additions, one after the other', true, [issue, adjustment(5, 105, 20, 30), adjustment(-5, 100, 20, 30)]],
    ['one of two additions is lost', false, [issue, adjustment(5, 105, 20, 30), adjustment(7, 107, 20, 30)]],
    ['an addition is done twice', false, [issue, adjustment(5, 105, 20, 30), balance(110, 31, 40)]],
    [
      'a refund adds what its entry says',
      true,
      [
        ...[issue, refund, balance(105, 31, 40)],
        entries([entry('gct_2', 5, 105, 'ord_1'), entry('gct_1', 100, 100)], 50, 60),
      ],
    ],
    [
      'an entry is there before any request that it could be of',
      false,
      [
        ...[issue, balance(105, 12, 15), refund],
        entries([entry('gct_2', 5, 105, 'ord_1'), entry('gct_1', 100, 100)], 50, 60),
      ],
    ],
    [
      'a balance changes without an entry',
      false,
      [issue, refund, balance(105, 31, 40), entries([entry('gct_1', 100, 100)], 50, 60)],
    ],
    [
      'entries add up to another balance',
      false,
      [issue, entries([entry('gct_2', 5, 105), entry('gct_1', 100, 100)], 50, 60)],
    ],
  ])('%s', (_, expected, all) => {
    expect(isExplained(...all)).toBe(expected);
  });

  test('a list of an index may show what was within 5 seconds before, and nothing older', () => {
    const noted: Said = {
      of: updateGiftCard,
      sent: { ...own, body: { note: 'New' } },
      at: [20, 30],
      answer: card(100, 'New'),
    };
    const list = (...at: Said['at']): Said => ({
      ...{ of: listGiftCards, sent: {}, at, answer: { data: [card(100)], has_more: false } },
    });

    expect(isExplained(issue, noted, list(200, 210))).toBe(true);
    expect(isExplained(issue, noted, list(300, 310))).toBe(false);
  });
});
