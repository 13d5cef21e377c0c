/**
 * The chain every function without a route shares, and the kinds of such functions: a query answers from reads, a command
 * also writes, a work takes several commits.
 */
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import type { RecordOfRequest } from '../once/idempotency-record.ts';
import { type Attempt, type Commit, commitUnitOfWork, type Decision, inTime, type Step } from '../once/unit-of-work.ts';
import * as stores from '../resources/stores/records.ts';
import type { Store } from '../resources/stores/rules.ts';
import { timestampNow } from '../runtime/clock.ts';
import { BoundedMap } from '../runtime/collections.ts';
import { newId } from '../runtime/ids.ts';
import { isOff } from '../runtime/settings.ts';
import { invalidField, notFound, parse } from '../schema/errors.ts';
import type { Resource } from '../schema/ids.ts';
import type { Invocable, PayloadOf, ResultOf } from '../schema/invocable.ts';
import { batchReads } from '../table/joint-reads.ts';
import { type InvocationContext, isObject, outcome } from './outcome.ts';

/** What a function is given: a valid payload, and what a decision may not fetch for itself. */
interface Request<I extends Invocable> {
  payload: PayloadOf<I>;
  newId(resource: Resource): string;
}

interface StoreRequest<I extends Invocable> extends Request<I> {
  store: Store;
}

/** A decision that is committed once (Storefront page, "Once"). Without a record it changes nothing when it is made again. */
interface Command<Request, Result> {
  decide(request: Request & Attempt): Promise<Decision<Result>>;
  record?(request: Request): RecordOfRequest<Result>;
}

/** A function that is refused with `NOT_FOUND` where `store_id` names no store. */
type StoreInvocable = Invocable<z.ZodMiniType<{ store_id: string }>>;

type Handler = (event: unknown, context?: Partial<Context>) => Promise<unknown>;

/** A function that only reads. */
export function storeQuery<I extends StoreInvocable>(
  contract: I,
  read: (request: StoreRequest<I> & { now: string }) => Promise<ResultOf<I>>,
): Handler {
  return storeWork(contract, ({ commit: _, ...request }) => read({ ...request, now: timestampNow() }));
}

/** A function that writes: its decision is committed once. */
export function storeCommand<I extends StoreInvocable>(
  contract: I,
  command: Command<StoreRequest<I>, ResultOf<I>>,
): Handler {
  return storeWork(contract, ({ commit, ...request }) => commit(stepOf(command, request)));
}

/** A function that only reads and needs no store. */
export function storelessQuery<I extends Invocable>(
  contract: I,
  read: (request: Request<I>) => Promise<ResultOf<I>>,
): Handler {
  return chain(contract, ({ commit: _, ...request }) => read(request));
}

/** A function that writes and needs no store. */
export function storelessCommand<I extends Invocable>(contract: I, command: Command<Request<I>, ResultOf<I>>): Handler {
  return chain(contract, ({ commit, ...request }) => commit(stepOf(command, request)));
}

/**
 * A function that commits several times: whoever invokes it again continues where it was interrupted. When its time gets short no
 * further step is committed, and it is answered that there is more to do.
 */
export function storeWork<I extends StoreInvocable>(
  contract: I,
  work: (request: StoreRequest<I> & { commit: Commit }) => Promise<ResultOf<I>>,
): Handler {
  return chain(contract, async (request) =>
    work({ ...request, store: await rememberedStore(request.payload.store_id) }),
  );
}

const stepOf = <Request, Result>({ decide, record }: Command<Request, Result>, request: Request): Step<Result> => ({
  decide: (attempt) => decide({ ...request, ...attempt }),
  record: record?.(request),
});

/** The links in their order, and what a function does inside. */
function chain<I extends Invocable>(
  contract: I,
  inner: (request: Request<I> & { commit: Commit }) => Promise<unknown>,
): Handler {
  const handler = middy({ timeoutEarlyInMillis: 250 })
    .use(outcome(contract))
    .handler(((event: unknown, context: InvocationContext, { signal }: { signal?: AbortSignal } = {}) => {
      if (contract.switch && isOff(contract.switch)) throw notFound();
      if (!isObject(event)) throw invalidField('The payload must be a JSON object');
      const payload = parse<I['payload']>(contract.payload, event, 'INVALID_FIELD');
      const commit: Commit = (step) =>
        commitUnitOfWork({ ...step, signal, onConflict: () => context.exchange.reruns++ });
      return inner({ payload, newId, commit: inTime(commit, context) });
    }) as never) as unknown as Handler;
  return (event, context) => batchReads(() => handler(event, context));
}

const remembered = new BoundedMap<string, { store: Store; until: number }>(1000);
const rememberedMilliseconds = 60_000;

/** A store changes so seldom that a warm function may know it for a minute. */
async function rememberedStore(id: string): Promise<Store> {
  const known = remembered.get(id);
  if (known && Date.now() < known.until) return known.store;
  const store = await stores.get(id);
  remembered.set(id, { store, until: Date.now() + rememberedMilliseconds });
  return store;
}
