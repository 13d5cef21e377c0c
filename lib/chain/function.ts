/**
 * The functions without a route, and their kinds: a query only reads, a command also writes, and a work commits several times.
 * Storefront functions have a second door (`storefront.ts`).
 */
import type { Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { RecordOfRequest } from '../once/idempotency-record.ts';
import { type Attempt, type Commit, commitUnitOfWork, type Decision, inTime, type Step } from '../once/unit-of-work.ts';
import * as stores from '../resources/stores/records.ts';
import type { Store } from '../resources/stores/rules.ts';
import { type TimeLeft, timestampNow } from '../runtime/clock.ts';
import { BoundedMap } from '../runtime/collections.ts';
import { newId } from '../runtime/ids.ts';
import { isOff } from '../runtime/settings.ts';
import { invalidField, notFound, parse } from '../schema/errors.ts';
import type { Resource } from '../schema/ids.ts';
import { failureOf, type Invocable, type PayloadOf, type ResultOf } from '../schema/invocable.ts';
import { isObject } from '../schema/values.ts';
import { chain, refusedFirst } from './chain.ts';
import type { Admitted, Link, RequestContext } from './exchange.ts';
import { invokeCodec } from './invoke-codec.ts';
import { ok } from './reply.ts';

/** The argument of a function: a valid payload, and everything that a decision must not fetch itself. */
interface Request<I extends Invocable> {
  payload: PayloadOf<I>;
  newId(resource: Resource): string;
}

interface StoreRequest<I extends Invocable> extends Request<I> {
  /** The store of the request: only its id. `wholeStore` reads the rest. */
  store: Pick<Store, 'id'>;
  /** Await it in parallel with the reads. */
  wholeStore(): Promise<Store>;
  /** Fulfilled once the request is admitted. Otherwise rejected. Await it before you start an action that cannot be rolled back. */
  cleared(): Promise<unknown>;
  /** The time that is left for work without commits; each commit checks it anyway. */
  time: TimeLeft;
}

/** A decision that is committed once (Storefront page, "Once"). Without a record, repeating the decision must change nothing. */
interface Command<Request, Result> {
  decide(request: Request & Attempt): Promise<Decision<Result>>;
  record?(request: Request): RecordOfRequest<Result>;
}

/** The work of a function on a request. */
export type Work<I extends Invocable, R = StoreRequest<I>> = (request: R & { commit: Commit }) => Promise<ResultOf<I>>;

/** A function that is refused with `NOT_FOUND` if the store of `store_id` is unknown. */
type StoreInvocable = Invocable<z.ZodMiniType<{ store_id: string }>>;

export type Read<I extends Invocable> = (request: StoreRequest<I> & { now: string }) => Promise<ResultOf<I>>;

export type StoreCommand<I extends Invocable> = Command<StoreRequest<I>, ResultOf<I>>;

export type Handler = (event: unknown, context?: Partial<Context>) => Promise<unknown>;

/** A function that only reads. */
export const storeQuery = <I extends StoreInvocable>(contract: I, read: Read<I>): Handler =>
  storeWork(contract, reading(read));

/** A function that writes: its decision is committed once. */
export const storeCommand = <I extends StoreInvocable>(contract: I, command: StoreCommand<I>): Handler =>
  storeWork(contract, committing(command));

/**
 * A function that commits several times: the next call continues where the last one stopped. When time runs short, no
 * further step is committed, and it replies that there is more to do.
 */
export const storeWork = <I extends StoreInvocable>(contract: I, work: Work<I>): Handler =>
  invoked(contract)
    .use(store)
    .handler((exchange, { context, signal }) =>
      answer<I>({ work, payload: exchange.payload, exchange, time: context, signal }),
    );

/** A function that only reads and needs no store. */
export const storelessQuery = <I extends Invocable>(
  contract: I,
  read: (request: Request<I>) => Promise<ResultOf<I>>,
): Handler =>
  invoked(contract).handler(async ({ payload }) => ok(await read({ payload: payload as PayloadOf<I>, newId })));

/** A function that writes and needs no store. */
export const storelessCommand = <I extends Invocable>(
  contract: I,
  command: Command<Request<I>, ResultOf<I>>,
): Handler =>
  invoked(contract).handler(async (exchange, { signal }) => {
    const commit = committer(exchange, signal);
    return ok(await committing(command)({ payload: exchange.payload as PayloadOf<I>, newId, commit }));
  });

/** The work of a query. */
export const reading =
  <I extends Invocable>(read: Read<I>): Work<I> =>
  ({ commit: _, ...request }) =>
    read({ ...request, now: timestampNow() });

/** The work of a command. */
export const committing =
  <R, Result>(command: Command<R, Result>) =>
  ({ commit, ...request }: R & { commit: Commit }): Promise<Result> =>
    commit(stepOf(command, request as unknown as R));

const stepOf = <R, Result>({ decide, record }: Command<R, Result>, request: R): Step<Result> => ({
  decide: (attempt) => decide({ ...request, ...attempt }),
  record: record?.(request),
});

/** The links that all functions without a route share. */
const invoked = (contract: Invocable) =>
  chain({ name: contract.name, failure: failureOf(contract) }, invokeCodec).use(payloadOf(contract));

/** Validates the payload. */
const payloadOf = (contract: Invocable): Link<RequestContext, { payload: unknown }> => ({
  before(_, { event }) {
    if (contract.switch && isOff(contract.switch)) throw notFound();
    if (!isObject(event)) throw invalidField('The payload must be a JSON object');
    return { payload: parse(contract.payload, event, 'INVALID_FIELD', { all: true }) };
  },
});

/** A request of a store. */
export interface Addressed extends Admitted {
  wholeStore(): Promise<Store>;
}

/** The store of the payload's `store_id`. Its existence is checked in parallel with the reads. */
const store: Link<RequestContext & { payload: unknown }, Addressed> = {
  before({ payload }) {
    const admitted = rememberedStore((payload as { store_id: string }).store_id);
    admitted.catch(() => undefined);
    return { admitted, wholeStore: () => admitted };
  },

  onError: refusedFirst,
};

interface Answered<I extends Invocable> {
  work: Work<I>;
  payload: unknown;
  exchange: RequestContext & Addressed;
  time: TimeLeft;
  signal: AbortSignal | undefined;
}

/** Works on a request, and replies with the result once the request is admitted. Both doors call this function. */
export async function answer<I extends Invocable>({ work, payload, exchange, time, signal }: Answered<I>) {
  const { admitted, wholeStore } = exchange;
  const result = work({
    payload: payload as PayloadOf<I>,
    store: { id: (payload as { store_id: string }).store_id },
    wholeStore,
    cleared: () => admitted,
    time,
    newId,
    commit: inTime(committer(exchange, signal, admitted), time),
  });
  return ok((await Promise.all([result, admitted]))[0]);
}

const committer =
  (exchange: RequestContext, signal: AbortSignal | undefined, admitted?: Promise<unknown>): Commit =>
  (step) =>
    commitUnitOfWork({
      ...step,
      admitted,
      signal,
      onConflict: () => {
        exchange.reruns += 1;
      },
    });

const remembered = new BoundedMap<string, { store: Store; until: number }>(1000);
const rememberedMilliseconds = 60_000;

/** A store seldom changes, so a warm function may remember it for a minute. */
async function rememberedStore(id: string): Promise<Store> {
  const known = remembered.get(id);
  if (known && Date.now() < known.until) return known.store;
  const found = await stores.get(id);
  remembered.set(id, { store: found, until: Date.now() + rememberedMilliseconds });
  return found;
}
