/** Histories for the judge to be tried on: every one of a few calls on one register of 0 and 1, and played ones of what happened. */
import { seeded } from '../engine/random.ts';
import { after, anomalyIn, type Call, type Value } from './linearizability.ts';

/** What a call may be: reads and writes of either value, and writes with a lost answer. */
const kinds: readonly ((from: number, to: number) => Call)[] = [
  (from, to) => ({ what: 'read 0', from, to, saw: { x: 0 } }),
  (from, to) => ({ what: 'read 1', from, to, saw: { x: 1 } }),
  (from, to) => ({ what: 'write 0', from, to, sets: { x: 0 } }),
  (from, to) => ({ what: 'write 1', from, to, sets: { x: 1 } }),
  (from) => ({ what: 'write 0, not heard of', from, to: Number.POSITIVE_INFINITY, sets: { x: 0 } }),
  (from) => ({ what: 'write 1, not heard of', from, to: Number.POSITIVE_INFINITY, sets: { x: 1 } }),
];

/** Before the first call. */
const initial = { x: 0 };

/** Every history of so many calls. Only which call ends before which begins matters, so each such order represents all of its times. */
function* historiesOf(size: number): Generator<Call[]> {
  for (const spans of intervalOrders(size)) yield* labelled(spans, []);
}

type Span = readonly [from: number, to: number];

/** Calls of the same times may be exchanged: their kinds rise, so that each history comes once. */
function* labelled(spans: readonly Span[], chosen: number[]): Generator<Call[]> {
  const span = spans[chosen.length];
  if (!span) {
    yield spans.flatMap((each, index) => kinds[chosen[index] ?? 0]?.(...each) ?? []);
    return;
  }
  const least = span === spans[chosen.length - 1] ? (chosen.at(-1) ?? 0) : 0;
  for (let kind = least; kind < kinds.length; kind += 1) {
    chosen.push(kind);
    yield* labelled(spans, chosen);
    chosen.pop();
  }
}

/**
 * Every interval order of so many intervals once, by its shortest times: a triangle of counts, `[i][j]` of those from i to j, with
 * no empty row or column (Fishburn).
 */
export function* intervalOrders(size: number): Generator<Span[]> {
  for (let length = 1; length <= size; length += 1) {
    const cells = Array.from({ length }, (_, from) =>
      Array.from({ length: length - from }, (__, more): Span => [from, from + more]),
    ).flat();
    yield* filled(cells, size, [], length);
  }
}

function* filled(cells: readonly Span[], left: number, spans: Span[], length: number): Generator<Span[]> {
  const [cell, ...others] = cells;
  if (!cell) {
    const isWhole = (side: 0 | 1) => new Set(spans.map((span) => span[side])).size === length;
    if (left === 0 && isWhole(0) && isWhole(1)) yield spans;
    return;
  }
  for (let count = 0; count <= left; count += 1) {
    yield* filled(others, left - count, [...spans, ...Array.from({ length: count }, () => cell)], length);
  }
}

/** Whether some order explains the calls: tries one after the other until one does. A set of calls is the bits of a number. */
function isExplainedBySomeOrder(calls: readonly Call[]): boolean {
  const those = (which: (call: Call) => boolean): number =>
    calls.reduce((bits, call, index) => (which(call) ? bits | (1 << index) : bits), 0);
  const heard = those(({ to }) => to !== Number.POSITIVE_INFINITY);
  const before = calls.map(({ from }) => those(({ to }) => to < from));
  const goesOn = (left: number, x: Value): boolean =>
    (left & heard) === 0 ||
    calls.some(({ saw, sets }, index) => {
      const isNext = left & (1 << index) && !(left & (before[index] ?? 0)) && (!saw || saw.x === x);
      return isNext && goesOn(left & ~(1 << index), sets?.x ?? x);
    });
  return goesOn((1 << calls.length) - 1, initial.x);
}

/** Every history of so many calls, and those that are not judged as trying all orders does. */
export function misjudgedOf(size: number): { histories: number; wrong: readonly Call[][] } {
  const wrong: Call[][] = [];
  let histories = 0;
  for (const calls of historiesOf(size)) {
    histories += 1;
    if ((anomalyIn(calls, initial) === undefined) !== isExplainedBySomeOrder(calls)) wrong.push(calls);
  }
  return { histories, wrong };
}

/** Calls of a few clients on two keys, each of which takes effect at a moment of its own; some answers are lost. */
export function playedHistory(seed: number): Call[] {
  const random = seeded(seed);
  let state: Record<string, Value> = {};
  const free = Array.from({ length: 4 }, () => random.below(10));
  const spans = Array.from({ length: 40 }, () => {
    const client = free.indexOf(Math.min(...free));
    const from = free[client] ?? 0;
    const moment = from + 1 + random.below(10);
    const to = moment + 1 + random.below(10);
    free[client] = to + 1 + random.below(3);
    return { from, moment, to };
  });
  return spans
    .toSorted((a, b) => a.moment - b.moment)
    .map(({ from, to }, index) => {
      const key = random.pick(['a', 'b']);
      const change = random.pick<Pick<Call, 'sets' | 'adds'>>([{}, { sets: { [key]: index } }, { adds: { [key]: 1 } }]);
      const call: Call = { what: 'call', from, to, saw: { [key]: state[key] ?? null }, ...change };
      state = after(state, call) as Record<string, Value>;
      const isHeard = random.chance(0.9) || Object.keys(change).length === 0;
      return isHeard
        ? { ...call, left: { [key]: state[key] ?? null } }
        : { what: 'call', from, to: Number.POSITIVE_INFINITY, ...change };
    });
}
