/**
 * A judge that knows none of our rules: whether some order of whole calls, each at one moment between its request and its answer,
 * explains what all calls saw and left (linearizability; across several keys of one call, strict serializability). The search goes
 * through the history in time and puts a call in its place only when its answer is due (just-in-time linearization, after Lowe).
 */

/** What is under a key: any text or number; null where nothing does. */
export type Value = string | number | null;

type Values = Readonly<Record<string, Value>>;

/** A request and its answer. */
export interface Call {
  /** In the words of a report. */
  what: string;
  from: number;
  /** When it was answered; infinite if the answer was lost, and then it may have happened or not. */
  to: number;
  /** What stood under some keys at its moment. */
  saw?: Values;
  /** What it puts under some keys. */
  sets?: Values;
  /** What it adds to the number under some keys; a key without a value counts as 0. */
  adds?: Readonly<Record<string, number>>;
  /** What stood under some keys after it. */
  left?: Values;
}

/** What no order explains. */
interface Anomaly {
  /** The first answer that no order of calls up to it explains. */
  call: Call;
  /** The calls that were in progress by then, and what may have stood under the keys before. */
  among: readonly Call[];
  states: readonly Values[];
}

/** A history with more orders than are tried. */
export class Undecided extends Error {
  override readonly name = 'Undecided';
}

/** Orders that are followed at once before a history is left undecided. */
const ordersAtMost = 200_000;

/** Calls in progress at once: each has a bit of a number. */
const openAtMost = 30;

/** What no order of the calls explains, or undefined. `initial` holds the values before the first. Throws `Undecided`. */
export function anomalyIn(calls: readonly Call[], initial: Values = {}): Anomaly | undefined {
  for (const group of connected(calls)) {
    const keys = new Set(group.flatMap(keysOf));
    const own = Object.fromEntries(Object.entries(initial).filter(([key]) => keys.has(key)));
    const anomaly = anomalyInGroup(group, own);
    if (anomaly) return anomaly;
  }
  return undefined;
}

const keysOf = ({ saw, sets, adds, left }: Call): string[] =>
  [saw, sets, adds, left].flatMap((values) => (values ? Object.keys(values) : []));

/** Calls in groups that have no key in common: each group is judged separately. */
function connected(calls: readonly Call[]): Call[][] {
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    if (root !== key) parents.set(key, root);
    return root;
  };
  for (const call of calls) {
    const [first, ...others] = keysOf(call);
    for (const other of others) {
      const [a, b] = [rootOf(first ?? other), rootOf(other)];
      if (a !== b) parents.set(a, b);
    }
  }
  return [...Map.groupBy(calls, (call) => rootOf(keysOf(call)[0] ?? '')).values()];
}

/** One order of the calls so far: what it leaves under the keys, and which of the open calls it holds, by their bits. */
interface Order {
  state: Values;
  text: string;
  placed: number;
}

interface Open {
  call: Call;
  bit: number;
}

function anomalyInGroup(calls: readonly Call[], initial: Values): Anomaly | undefined {
  const open = new Map<Call, Open>();
  const bits = Array.from({ length: openAtMost }, (_, index) => 1 << index).reverse();
  let orders: Order[] = [{ state: initial, text: textOf(initial), placed: 0 }];
  for (const { call, isAnswer } of momentsOf(calls)) {
    const own = open.get(call);
    if (!own) {
      const bit = bits.pop();
      if (bit === undefined) throw new Undecided(`More than ${openAtMost} calls are in progress at once`);
      open.set(call, { call, bit });
    } else if (isAnswer) {
      const next = ordersWith(own, orders, [...open.values()]);
      if (next.length === 0) return { call, among: [...open.keys()], states: orders.map(({ state }) => state) };
      orders = next;
      open.delete(call);
      bits.push(own.bit);
    }
  }
  return undefined;
}

interface Moment {
  call: Call;
  isAnswer: boolean;
  time: number;
}

/** Requests and answers in time. At the same time a request comes first: its call may be before the other or after it. */
function momentsOf(calls: readonly Call[]): Moment[] {
  const moments: Moment[] = [];
  for (const call of calls) {
    const isHeard = call.to !== Number.POSITIVE_INFINITY;
    // A call with a lost answer and without a change explains nothing.
    if (!isHeard && !changes(call)) continue;
    moments.push({ call, isAnswer: false, time: call.from });
    if (isHeard) moments.push({ call, isAnswer: true, time: call.to });
  }
  return moments.sort((a, b) => a.time - b.time || Number(a.isAnswer) - Number(b.isAnswer));
}

const changes = ({ sets, adds }: Call): boolean => sets !== undefined || adds !== undefined;

/** Every order that holds a call by the time of its answer, with its bit free for another. */
function ordersWith(due: Open, orders: readonly Order[], open: readonly Open[]): Order[] {
  const found = new Map<string, Order>();
  const seen = new Set<string>();
  const left = [...orders];
  for (let order = left.pop(); order; order = left.pop()) {
    if (order.placed & due.bit) {
      const without = { ...order, placed: order.placed & ~due.bit };
      found.set(keyOf(without), without);
    } else if (isNew(order, seen)) {
      left.push(...oneLonger(order, due, open));
    }
    if (seen.size > ordersAtMost) throw new Undecided(`${open.length} calls at once have too many orders`);
  }
  return [...found.values()];
}

function isNew(order: Order, seen: Set<string>): boolean {
  const { size } = seen;
  return seen.add(keyOf(order)).size > size;
}

/** The order with one more call at its end, whichever fits there. */
function oneLonger(order: Order, due: Open, open: readonly Open[]): Order[] {
  // A call that changes nothing and fits may as well come now: later calls can come anyway.
  const now = changes(due.call) ? undefined : placed(order, due.call, due.bit);
  if (now) return [now];
  return open.filter(({ bit }) => !(order.placed & bit)).flatMap(({ call, bit }) => placed(order, call, bit) ?? []);
}

const keyOf = ({ text, placed: bits }: Order): string => `${bits} ${text}`;

/** The order with a call at its end, or undefined if the call did not see or leave what is there then. */
function placed({ state, text, placed: bits }: Order, call: Call, bit: number): Order | undefined {
  if (call.saw && !stands(state, call.saw)) return undefined;
  const next = changes(call) ? after(state, call) : state;
  if (call.left && !stands(next, call.left)) return undefined;
  return { state: next, text: next === state ? text : textOf(next), placed: bits | bit };
}

function stands(state: Values, values: Values): boolean {
  for (const key in values) if ((state[key] ?? null) !== values[key]) return false;
  return true;
}

/** The values after a call, with any result. */
export function after(state: Values, { sets, adds }: Call): Values {
  const next: Record<string, Value> = { ...state, ...sets };
  for (const [key, amount] of Object.entries(adds ?? {})) next[key] = Number(next[key] ?? 0) + amount;
  return next;
}

function textOf(state: Values): string {
  const keys = Object.keys(state);
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) return `${only} ${state[only]}`;
  return JSON.stringify(keys.toSorted().map((key) => [key, state[key] ?? null]));
}

/** An anomaly as a report shows it. */
export const linesOf = ({ call, among, states }: Anomaly): string[] => [
  `No order of the calls explains: ${lineOf(call)}`,
  ...among.filter((other) => other !== call).map((other) => `  at once with ${lineOf(other)}`),
  ...states.slice(0, 5).map((state) => `  where there may have stood ${JSON.stringify(state)}`),
];

const lineOf = ({ what, from, to, ...rest }: Call): string => `${from} to ${to}: ${what} ${JSON.stringify(rest)}`;
