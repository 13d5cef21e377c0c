/**
 * Whether what clients saw can be true: is there one order of all operations, each at some moment between its request and its
 * answer, in which a model that does one thing at a time gives the same answers (linearizability, after Wing and Gong)?
 */

/** An answer as a client sees it: what it was given, or the code it was refused with. */
export interface Answer {
  ok: boolean;
  /** Of a refusal. */
  code?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a model asserts what it expects of a body
  body?: any;
  replayed?: boolean;
}

/** What a client asked for, as the model understands it. */
export interface Input {
  kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: each model knows its own operations
  [argument: string]: any;
}

export interface Interval {
  from: number;
  to: number;
}

export interface Operation extends Interval {
  input: Input;
  /** Undefined where nobody heard: it may have happened or not. */
  answer: Answer | undefined;
  /** An operation that cannot have happened before this one: a request's effect after its own refusals. */
  notAfter?: Operation | undefined;
}

/** The state after an operation with this answer (undefined: any), or undefined where it cannot be answered so. */
export type Model<S> = (state: S, input: Input, answer: Answer | undefined, during: Interval) => S | undefined;

/** Whether an order explains the history. */
export function isExplained<S>(initial: S, operations: readonly Operation[], apply: Model<S>): boolean {
  const all = operations.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const alike = earlierAlike(all);
  const seen = new Set<string>();

  const search = (state: S, done: ReadonlySet<Operation>): boolean => {
    const left = all.filter((operation) => !done.has(operation));
    const required = left.filter(({ answer }) => answer !== undefined);
    if (required.length === 0) return true;
    const place = `${all.map((operation) => (done.has(operation) ? 1 : 0)).join('')}${JSON.stringify(state)}`;
    if (seen.has(place)) return false;
    seen.add(place);
    const deadline = Math.min(...required.map(({ to }) => to));
    return left.some((operation) => {
      if (operation.from > deadline) return false;
      if (operation.notAfter && done.has(operation.notAfter)) return false;
      if (alike.get(operation)?.some((earlier) => !done.has(earlier))) return false;
      const next = apply(state, operation.input, operation.answer, operation);
      return next !== undefined && search(next, new Set([...done, operation]));
    });
  };

  return search(initial, new Set());
}

/** Of operations that are the same, one that began and ended earlier may as well have come first: no other order need be tried. */
function earlierAlike(all: readonly Operation[]): Map<Operation, Operation[]> {
  const groups = Map.groupBy(all, ({ input, answer, notAfter }) => JSON.stringify([input, answer, notAfter]));
  const pairs = [...groups.values()].flatMap((group) =>
    group.map((operation, index): [Operation, Operation[]] => [
      operation,
      group.slice(0, index).filter(({ to }) => to <= operation.to),
    ]),
  );
  return new Map(pairs);
}
