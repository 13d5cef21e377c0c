import { describe, expect, test } from 'vitest';
import { intervalOrders, misjudgedOf, playedHistory } from './histories.ts';
import { anomalyIn, type Call, linesOf, Undecided, type Value } from './linearizability.ts';

type Times = readonly [from: number, to: number];

const never = Number.POSITIVE_INFINITY;
const what = (name: string, [from, to]: Times, rest: Omit<Call, 'what' | 'from' | 'to'>): Call => ({
  what: name,
  from,
  to,
  ...rest,
});
const read = (times: Times, x: Value, key = 'x') => what('read', times, { saw: { [key]: x } });
const write = (times: Times, x: Value, key = 'x') => what('write', times, { sets: { [key]: x } });
const replace = (times: Times, from: Value, to: Value, key = 'x') =>
  what('replace', times, { saw: { [key]: from }, sets: { [key]: to } });
const add = (times: Times, amount: number, left: number, key = 'x') =>
  what('add', times, { adds: { [key]: amount }, left: { [key]: left } });
const move = (times: Times, saw: Record<string, Value>, sets: Record<string, Value>) =>
  what('move', times, { saw, sets });

/** Keys begin with nothing under them, where an anomaly does not say otherwise. */
const anomalies: [name: string, calls: Call[], initial?: Record<string, Value>][] = [
  ['a write that was acknowledged is lost', [write([0, 1], 1), read([2, 3], null)]],
  ['a second write is lost', [write([0, 1], 1), write([2, 3], 2), read([4, 5], 1)]],
  ['a deletion is undone', [write([0, 1], 1), write([2, 3], null), read([4, 5], 1)]],
  ['a value is read that nobody wrote', [write([0, 1], 1), read([2, 3], 7)]],
  ['a value is read before it is written', [read([0, 1], 1), write([2, 3], 1)]],
  ['a read is stale after the write was acknowledged', [write([0, 1], 1), write([2, 5], 2), read([6, 7], 1)]],
  ['a read is stale after another has shown the write', [write([0, 9], 1), read([2, 3], 1), read([4, 5], null)]],
  [
    'two readers see two writes in two orders',
    [
      write([0, 9], 1),
      write([0, 9], 2),
      read([1, 2], 1),
      read([3, 4], 2),
      read([1, 2.5], 2),
      read([5, 6], 1),
      read([7, 8], 2),
    ],
  ],
  ['two updates read the same and both count', [replace([0, 5], 0, 1), replace([1, 6], 0, 2)], { x: 0 }],
  ['an update is lost between two additions', [add([0, 5], 10, 10), add([1, 6], 5, 5)]],
  ['an addition is done twice', [add([0, 1], 10, 10), read([2, 3], 20)]],
  ['an addition is done twice by its retry', [add([0, 1], 10, 10), add([2, 3], 5, 25)]],
  ['an addition that was acknowledged is lost', [add([0, 1], 10, 10), add([2, 3], 5, 5)]],
  ['two additions leave the same balance', [add([0, 5], 10, 10), add([0, 5], 10, 10)]],
  ['a refusal had an effect', [what('refused', [0, 1], { saw: { x: null } }), read([2, 3], 1)]],
  ['two create the same', [replace([0, 5], null, 1), replace([0, 5], null, 2)]],
  ['what was created is refused as unknown', [replace([0, 1], null, 1), what('refused', [2, 3], { saw: { x: null } })]],
  ['two delete the same', [replace([0, 5], 1, null), replace([0, 5], 1, null)], { x: 1 }],
  ['a deleted thing is replaced', [replace([0, 1], 1, null), replace([2, 3], 1, 2)], { x: 1 }],
  [
    'what nobody heard of happens, and then has not happened',
    [write([0, never], 1), read([2, 3], 1), read([4, 5], null)],
  ],
  [
    'what nobody heard of happens twice',
    [what('add', [0, never], { adds: { x: 5 } }), read([2, 3], 5), read([4, 5], 10)],
  ],
  [
    'what nobody heard of undoes a later write',
    [write([0, never], 1), read([2, 3], 1), write([4, 5], 2), read([6, 7], 1)],
  ],
  ['what nobody heard of is seen before it is asked for', [read([0, 1], 1), write([2, never], 1)]],
  [
    'a transfer is seen half done',
    [move([0, 9], { a: 10, b: 0 }, { a: 5, b: 5 }), what('read both', [1, 2], { saw: { a: 5, b: 0 } })],
    { a: 10, b: 0 },
  ],
  [
    'a transfer arrives and never left',
    [move([0, 1], { a: 10, b: 0 }, { a: 5, b: 5 }), what('read both', [2, 3], { saw: { a: 10, b: 5 } })],
    { a: 10, b: 0 },
  ],
  [
    'two transfers spend the same balance',
    [move([0, 5], { a: 10 }, { a: 0, b: 10 }), move([0, 5], { a: 10 }, { a: 0, c: 10 })],
    { a: 10 },
  ],
  [
    'write skew: each of two leaves since the other stays',
    [move([0, 5], { a: 'on', b: 'on' }, { a: 'off' }), move([0, 5], { a: 'on', b: 'on' }, { b: 'off' })],
    { a: 'on', b: 'on' },
  ],
  [
    'write skew of three in a ring',
    [
      move([0, 5], { a: 1, b: 1 }, { a: 0 }),
      move([0, 5], { b: 1, c: 1 }, { b: 0 }),
      move([0, 5], { c: 1, a: 1 }, { c: 0 }),
    ],
    { a: 1, b: 1, c: 1 },
  ],
  [
    'a snapshot of two keys that never were so at once',
    [write([0, 1], 1, 'a'), write([2, 3], 1, 'b'), what('read both', [0.5, 9], { saw: { a: null, b: 1 } })],
  ],
  [
    'two snapshots see two writes in two orders',
    [
      write([0, 9], 1, 'a'),
      write([0, 9], 1, 'b'),
      what('read both', [0, 9], { saw: { a: 1, b: null } }),
      what('read both', [0, 9], { saw: { a: null, b: 1 } }),
    ],
  ],
  ['a refund exceeds what was paid', [add([0, 1], 10, 10), add([2, 3], -15, -5), read([4, 5], 0)]],
  ['a balance moves while nobody moves it', [add([0, 1], 10, 10), read([2, 3], 10), read([4, 5], 9)]],
  ['a replay answers with another effect', [replace([0, 1], null, 'card 1'), read([2, 3], 'card 2')]],
  ['an entry of a ledger is missing in the middle', [add([0, 1], 10, 10), add([2, 3], 5, 15), add([4, 5], 1, 11)]],
];

describe('an anomaly is seen', () => {
  test.each(anomalies)('%s', (_, calls, before) => {
    expect(anomalyIn(calls, before)).toBeDefined();
    expect(anomalyIn(calls.toReversed(), before)).toBeDefined();
  });
});

describe('an order explains', () => {
  test.each<[string, Call[], Record<string, Value>?]>([
    ['a read of either value while a write is in progress', [write([0, 9], 1), read([1, 2], null), read([3, 4], 1)]],
    ['a write that nobody heard of, seen late', [write([0, never], 1), read([2, 3], null), read([4, 5], 1)]],
    ['a write that nobody heard of, never seen', [write([0, never], 1), read([2, 3], null)]],
    ['an answer in the very moment of a request', [write([0, 2], 1), read([2, 3], null)]],
    ['two additions at once', [add([0, 5], 10, 15), add([0, 5], 5, 5)]],
    [
      'a refusal beside a deletion',
      [replace([0, 5], 1, null), what('refused', [0, 5], { saw: { x: null } })],
      { x: 1 },
    ],
    [
      'two transfers, one after the other',
      [move([0, 5], { a: 10 }, { a: 5, b: 5 }), move([0, 5], { a: 5 }, { a: 0, c: 5 })],
      { a: 10 },
    ],
  ])('%s', (_, calls, before) => {
    expect(anomalyIn(calls, before)).toBeUndefined();
  });
});

test('there are as many orders of intervals as are known', () => {
  expect([1, 2, 3, 4, 5, 6].map((size) => [...intervalOrders(size)].length)).toEqual([1, 2, 5, 15, 53, 217]);
});

// `npm run measure -- judge` tries those of six calls.
test.each([1, 2, 3, 4, 5])('every history of %d calls on a register is judged as trying all orders does', (size) => {
  expect(misjudgedOf(size).wrong).toEqual([]);
});

test('no history of what really happened is refused, and each is once one thing it saw is another', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const calls = playedHistory(seed);
    expect(anomalyIn(calls)).toBeUndefined();

    const last = calls.findLastIndex(({ to, saw }) => to !== never && saw !== undefined);
    const wrong = calls.map((call, index) => (index === last ? { ...call, saw: { a: 'never written' } } : call));
    expect(anomalyIn(wrong)).toBeDefined();
  }
});

test('a report names the call that nothing explains, what was in progress and what may have stood there', () => {
  const anomaly = anomalyIn([write([0, 9], 1), write([0, 2], 2), read([3, 4], 3)]);

  expect(anomaly && linesOf(anomaly)).toEqual([
    'No order of the calls explains: 3 to 4: read {"saw":{"x":3}}',
    '  at once with 0 to 9: write {"sets":{"x":1}}',
    '  where there may have stood {"x":2}',
    '  where there may have stood {"x":2}',
  ]);
});

test('more calls at once than can be ordered are left undecided', () => {
  const calls = Array.from({ length: 31 }, (_, index) => write([index, 100 + index], index));

  expect(() => anomalyIn(calls)).toThrow(Undecided);
});
