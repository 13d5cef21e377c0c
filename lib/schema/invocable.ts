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
  /** What it does that its summary does not tell, in Markdown; what makes a request the same, and what the second one gets. */
  words: { text: string; same: string };
  /** A JSON object with `store_id` and the fields of the function's row. */
  payload: Payload;
  /** What it answers. */
  result: Result;
  /** Refusals of its own, beside an absent field, a broken rule and an unknown store. */
  errors: readonly ErrorRow[];
  /** Whether it only reads. */
  readOnly?: boolean;
  /** Whether its work may take more time than one invocation has. */
  takesLong?: boolean;
  /** Whether one call works on many records, so that its processor decides how long that takes. */
  isBatch?: boolean;
  /** What to do where an answer was lost, if another call with the same payload would make another thing. */
  afterLostAnswer?: string;
  /** The environment setting that, when `false`, makes the function refuse with `NOT_FOUND`. */
  switch?: 'SERVICE_REVIEWS';
  /** Beside what the chain reaches for every function. */
  reach?: readonly Reach[];
  /** What it does with API keys and the secret that they are made with; nothing where it says nothing. */
  apiKeys?: 'list' | 'write';
}

/** What is said of the same request to a function that only reads. */
export const reads = 'Only reads: invoke it as often as you like.';

/** What a caller learns of a failure that is no refusal: whatever has been begun, it is safe to ask for it again. */
export const failureOf = ({ afterLostAnswer = 'Invoke the function again with the same payload' }: Invocable) =>
  ({ code: 'INTERNAL_ERROR', message: `Internal server error. ${afterLostAnswer}` }) as const;

/** What a caller is told, by each door, whose work takes more time than there is: everything that was committed stays. */
export const unfinished = {
  invoke:
    'The work is not finished. Invoke the function again with the same payload, and it continues where it stopped',
  http: 'The work is not finished. Send the request again, and it continues where it stopped',
} as const;

/** A function's payload as it is handed on: valid, defaults filled in. */
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
