/** A function without a route, as data: the store's own backend and its operators invoke it (Storefront page). */
import type * as z from 'zod/mini';
import type { ErrorRow } from './errors.ts';
import type { Reach } from './operation.ts';

export interface Invocable<
  Payload extends z.ZodMiniType = z.ZodMiniType,
  Result extends z.ZodMiniType<object> = z.ZodMiniType<object>,
  Group extends 'operator' | 'storefront' = 'operator' | 'storefront',
> {
  /** Names the function (`<stack name>-<name>`) and its file (`functions/<group>/<name>.ts`). */
  name: string;
  group: Group;
  summary: string;
  /** A text that adds to the summary, in Markdown. */
  words: string;
  /** The effect of sending the same request again. */
  same: string;
  /** A JSON object with `store_id` and the fields of the function's row. */
  payload: Payload;
  /** The result. */
  result: Result;
  /** Its own refusals, in addition to an absent field, a broken rule and an unknown store. */
  errors: readonly ErrorRow[];
  /** Whether it only reads. */
  readOnly?: boolean;
  /** Whether its work may take longer than one invocation. */
  takesLong?: boolean;
  /** Whether one call works on many records, so that its duration depends on the processor. */
  isBatch?: boolean;
  /** What to do after a lost response, if a repeated call would create another record. */
  afterLostAnswer?: string;
  /** The environment setting that, when `false`, makes the function refuse with `NOT_FOUND`. */
  switch?: 'SERVICE_REVIEWS';
  /** Access in addition to what the chain accesses for every function. */
  reach?: readonly Reach[];
  /** Its access to API keys and the secret that they are made with; none if absent. */
  apiKeys?: 'list' | 'write';
}

/** The `same` text of functions that only read. */
export const reads = 'The function only reads, so you can call it as often as you like.';

/** The error of an unexpected failure: it is safe to repeat the call, even if it has partly taken effect. */
export const failureOf = ({ afterLostAnswer = 'Invoke the function again with the same payload' }: Invocable) =>
  ({ code: 'INTERNAL_ERROR', message: `Internal server error. ${afterLostAnswer}` }) as const;

/** The messages for work that takes longer than one invocation: everything committed so far is kept. */
export const unfinished = {
  invoke:
    'The work is not finished. Invoke the function again with the same payload, and it continues where it stopped',
  http: 'The work is not finished. Send the request again, and it continues where it stopped',
} as const;

/** A function's payload for its handler: valid, with defaults. */
export type PayloadOf<I extends Invocable> = z.output<I['payload']>;

export type ResultOf<I extends Invocable> = z.output<I['result']>;

/** Declares a function, keeping the types of its payload and its result, and its group. */
export function invocable<
  const Payload extends z.ZodMiniType,
  const Result extends z.ZodMiniType<object>,
  const Group extends 'operator' | 'storefront',
>(declaration: Invocable<Payload, Result, Group>): Invocable<Payload, Result, Group> {
  return declaration;
}
