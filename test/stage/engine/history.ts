/**
 * Whether what clients saw can be true: is there one order of all operations, each at some moment between its request and its
 * answer, in which a model that does one thing at a time gives the same answers (linearizability, after Wing and Gong)?
 */
import { hash } from 'node:crypto';

/** An answer as a client sees it: what it was given, or the code it was refused with. */
export interface Answer {
  ok: boolean;
  /** Of a refusal. */
  code?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a model asserts what it expects of a body
  body?: any;
  replayed?: boolean;
}

/** Whether an answer may be this refusal: it was lost, or it is the one. */
export const isRefused = (answer: Answer | undefined, code: string): boolean => !answer || answer.code === code;

/** What a client asked for, as the model understands it. */
export interface Input {
  kind: string;
  /** Whether it changes nothing, with any answer. */
  reads?: boolean;
  /** Of a read that the model does not know: whether a state of the model has this answer. */
  // biome-ignore lint/suspicious/noExplicitAny: each model has its own state
  shows?(state: any, answer: Answer, during: Interval): boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each model knows its own operations
  [argument: string]: any;
}

export interface Interval {
  from: number;
  to: number;
}

export interface Operation extends Interval {
  input: Input;
  /** Undefined if it was lost: the operation may have happened or not. */
  answer: Answer | undefined;
  /**
   * An operation that cannot have changed anything before this one: a request's effect after its own refusals. One that changed
   * nothing may have been decided before, and recorded after.
   */
  notAfter?: Operation | undefined;
}

/** The state after an operation with this answer (undefined: any), or undefined if it cannot be answered so. */
export type Model<S> = (state: S, input: Input, answer: Answer | undefined, during: Interval) => S | undefined;

interface Listed {
  id: string;
}

/** Ids of all that answers are or list, if `idOf` returns one. */
export const idsIn = (history: readonly Operation[], idOf = (body: Partial<Listed>) => body.id): string[] => [
  ...new Set(
    history.flatMap(({ answer }) =>
      [answer?.body, ...(answer?.body?.data ?? [])].flatMap((body) => (body && idOf(body)) ?? []),
    ),
  ),
];

/**
 * A list is of no one moment (`Query` reads item by item): what it shows of each thing there ever was, be it nothing, was so at
 * some moment, which is an operation of the kind `glimpse` for each. A refused list is of one moment.
 */
export const glimpsesOf = (list: Operation, ids: readonly string[], idOf = (body: Listed) => body.id): Operation[] =>
  list.answer?.ok
    ? ids.map((id) => ({
        ...list,
        input: { ...list.input, kind: 'glimpse', id },
        answer: { ok: true, body: list.answer?.body.data.find((shown: Listed) => idOf(shown) === id) },
      }))
    : [list];

/** What is wrong, and what happened before it that matters. */
export interface Complaint {
  message: string;
  history: readonly Operation[];
}

/** What no order of events explains, or undefined. Throws `Undecided` if that would take too long. */
export function unexplained<S>(initial: S, operations: readonly Operation[], apply: Model<S>): Complaint | undefined {
  if (isExplained(initial, operations, apply)) return undefined;
  const answered = operations.filter(({ answer }) => answer).toSorted((a, b) => a.to - b.to);
  const isKnownExplained = (count: number): boolean =>
    isExplained(initial, knownBy(answered[count - 1]?.to ?? 0, operations), apply);
  // Some answer is the first that cannot be explained with those before it.
  const first = answered[firstWithout(answered.length, isKnownExplained) - 1];
  const history = operations
    .filter(({ from }) => first && from <= first.to)
    .filter((operation) => !changesNothing(operation) || (first && operation.to >= first.from))
    .toSorted((a, b) => a.from - b.from);
  return { message: `no order of events explains ${first ? textOf(first) : 'anything'}`, history };
}

/** The least number for which something that holds for 0 does not; the greatest if that is undecided. */
function firstWithout(greatest: number, holds: (count: number) => boolean): number {
  let [holding, failing] = [0, greatest];
  try {
    while (failing - holding > 1) {
      const middle = Math.floor((holding + failing) / 2);
      if (holds(middle)) holding = middle;
      else failing = middle;
    }
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
  }
  return failing;
}

/** What was known at a time. */
function knownBy(time: number, operations: readonly Operation[]): Operation[] {
  const started = operations.filter(({ from }) => from <= time);
  const known = new Map(
    started.map((operation) => [
      operation,
      operation.to <= time ? { ...operation } : { ...operation, answer: undefined, to: Number.POSITIVE_INFINITY },
    ]),
  );
  for (const operation of known.values()) operation.notAfter = operation.notAfter && known.get(operation.notAfter);
  return [...known.values()];
}

/** An operation in one line. */
export function textOf({ input: { kind, reads: _, ...given }, answer, from, to }: Operation): string {
  const { body, ok, code } = answer ?? {};
  const outcome = answer ? (ok ? JSON.stringify(body ?? null) : code) : 'not heard of';
  return `${from} to ${to}: ${kind} ${JSON.stringify(given)} -> ${outcome}`;
}

/** A history with too many orders to try them all. */
export class Undecided extends Error {
  override readonly name = 'Undecided';
}

/** States that are looked at before a history is left undecided: some seconds, and some ten megabytes. */
const statesAtMost = 100_000;

/** Whether an order explains the history. Throws `Undecided` if that would take too long. */
export function isExplained<S>(initial: S, operations: readonly Operation[], apply: Model<S>): boolean {
  // An operation with a lost answer may come last, or not at all.
  const all = operations
    .filter((operation) => operation.answer || !changesNothing(operation))
    .toSorted((a, b) => Number(!a.answer) - Number(!b.answer) || a.to - b.to || a.from - b.from);
  const alike = earlierAlike(all);
  const seen = new Set<string>();

  const isNext = (operation: Operation, done: Done, { latestStart, deadline }: Moment): boolean =>
    operation.from <= deadline &&
    operation.to >= latestStart &&
    !(operation.notAfter && done.get(operation.notAfter) === 'changed') &&
    !alike.get(operation)?.some((earlier) => earlier.to >= latestStart && !done.has(earlier));

  const search = (state: S, done: Done): boolean => {
    const left = all.filter((operation) => !done.has(operation));
    const moment = momentOf(left, done);
    if (moment.deadline === Number.POSITIVE_INFINITY) return true;
    const text = JSON.stringify(state);
    const place = digestOf(all.map((operation) => done.get(operation)?.at(0) ?? '-').join('') + text);
    if (seen.has(place)) return false;
    if (seen.size >= statesAtMost) throw new Undecided(`${all.length} operations are too many to order`);
    seen.add(place);
    const possible = left
      .filter((operation) => isNext(operation, done, moment))
      .map((operation) => ({ operation, next: nextOf(state, operation, apply) }))
      .filter(({ next }) => next !== undefined);
    // What changes nothing and fits now may as well come now, where nothing must come before it: no other order need be tried.
    const free = possible.find(
      ({ operation }) => changesNothing(operation) && left.every(({ to }) => to >= operation.from),
    );
    return (free ? [free] : possible).some(
      ({ operation, next }) =>
        next !== undefined &&
        search(next, new Map([...done, [operation, JSON.stringify(next) === text ? 'same' : 'changed']])),
    );
  };

  return search(initial, new Map());
}

function nextOf<S>(state: S, { input, answer, ...during }: Operation, apply: Model<S>): S | undefined {
  if (!input.shows) return apply(state, input, answer, during);
  return !answer || input.shows(state, answer, during) ? state : undefined;
}

/** Reads change nothing, nor does what was refused. */
const changesNothing = ({ input, answer }: Operation): boolean => input.reads === true || answer?.ok === false;

/** What has happened in an order, and whether it changed anything. */
type Done = ReadonlyMap<Operation, 'changed' | 'same'>;

/** Where in time an order has come to. */
interface Moment {
  /** The last beginning of all that has happened: what ended before cannot happen any more. */
  latestStart: number;
  /** The first end of what must still happen: what begins later cannot happen yet. */
  deadline: number;
}

function momentOf(left: readonly Operation[], done: Done): Moment {
  let latestStart = Number.NEGATIVE_INFINITY;
  let deadline = Number.POSITIVE_INFINITY;
  for (const { from } of done.keys()) latestStart = Math.max(latestStart, from);
  for (const { answer, to } of left) if (answer) deadline = Math.min(deadline, to);
  return { latestStart, deadline };
}

/** Of a fixed length, so that what has been looked at takes little memory. */
const digestOf = (text: string): string => hash('sha1', text, 'base64');

/** Of operations that are the same, one that began and ended earlier may as well come first while it can: no other order need be tried. */
function earlierAlike(all: readonly Operation[]): Map<Operation, Operation[]> {
  const groups = Map.groupBy(all, ({ input, answer, notAfter }) => JSON.stringify([input, answer, notAfter]));
  const pairs = [...groups.values()].flatMap((group) =>
    group.map((operation, index): [Operation, Operation[]] => [
      operation,
      group.slice(0, index).filter(({ from }) => from <= operation.from),
    ]),
  );
  return new Map(pairs);
}
