/** The chain of the functions without a route: store look-up, validation, refusals as Lambda errors, exactly-once commits. */
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type * as z from 'zod/mini';
import { ApiError, invalidField, notFound } from '../contract/kinds/errors.ts';
import type { Resource } from '../contract/kinds/ids.ts';
import type { Invocable } from '../contract/kinds/invocable.ts';
import { parse } from '../contract/kinds/parse.ts';
import type { Store } from '../domain/store.ts';
import { BoundedMap } from '../runtime/bounded-map.ts';
import { timestampNow } from '../runtime/clock.ts';
import { newId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { logWithMetrics, millisecondsSince } from '../runtime/metrics.ts';
import { isOff } from '../runtime/settings.ts';
import * as stores from '../table/accounts/stores.ts';
import { commitUnitOfWork, type Decision } from '../table/unit-of-work.ts';

/** A refused invocation: Lambda reports an error's name as `errorType` and its message as `errorMessage`. */
export class InvocationError extends Error {
  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = code;
    // The caller is shown what was wrong, never where.
    this.stack = '';
  }
}

/** What a function without a route is given. */
export interface Invocation<Payload> {
  payload: Payload;
  newId(resource: Resource): string;
  /** The present, `YYYY-MM-DDThh:mm:ssZ`. */
  now: string;
  /** Commits a decision, made again (`attempt` counts from 1) while what it reads changes. May be called several times: each is one transaction. */
  commit<R>(decide: (attempt: number) => Promise<Decision<R>>): Promise<R>;
}

export type StoreInvocation<Payload> = Invocation<Payload> & { store: Store };

/** A function of a store: refuses with `NOT_FOUND` where `store_id` names none. */
export function storeFunction<P extends z.ZodMiniType<{ store_id: string }>>(
  contract: Invocable<P>,
  run: (invocation: StoreInvocation<z.output<P>>) => Promise<unknown>,
) {
  return operatorFunction(contract, async (invocation) =>
    run({ ...invocation, store: await rememberedStore(invocation.payload.store_id) }),
  );
}

/** A function that needs no store to exist. */
export function operatorFunction<P extends z.ZodMiniType>(
  contract: Invocable<P>,
  run: (invocation: Invocation<z.output<P>>) => Promise<unknown>,
) {
  return middy({ timeoutEarlyInMillis: 250 })
    .use(outcomes(contract))
    .handler(((event: unknown, { outcome }: InvocationContext, { signal }: { signal?: AbortSignal } = {}) => {
      if (contract.switch && isOff(contract.switch)) throw notFound();
      if (!isObject(event)) throw invalidField('The payload must be a JSON object');
      const payload = parse(contract.payload, event, 'INVALID_FIELD');
      const commit = <R>(decide: (attempt: number) => Promise<Decision<R>>) =>
        commitUnitOfWork({ decide, signal, onStale: () => outcome.reruns++ });
      return run({ payload, newId, now: timestampNow(), commit });
    }) as never) as unknown as (event: unknown, context?: Partial<Context>) => Promise<unknown>;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface InvocationContext extends Context {
  outcome: { startedAt: number; reruns: number };
}

interface InvocationRequest {
  event: unknown;
  context: InvocationContext;
  error?: Error | null;
}

/** One line for each invocation. What is not refused on purpose is `INTERNAL_ERROR`, its cause for the log. */
function outcomes({ name: operation }: Invocable) {
  const identity = ({ event, context }: InvocationRequest) => ({
    operation,
    request_id: context.awsRequestId,
    store_id: isObject(event) && 'store_id' in event ? event.store_id : undefined,
  });

  function logInvocation(request: InvocationRequest, code?: string): void {
    const { startedAt, reruns } = request.context.outcome;
    const server_errors = Number(code === 'INTERNAL_ERROR');
    const client_errors = Number(code !== undefined) - server_errors;
    const milliseconds = millisecondsSince(startedAt);
    logWithMetrics(
      'invocation',
      { ...identity(request), code },
      { milliseconds, client_errors, server_errors, reruns },
    );
  }

  return {
    before(request: InvocationRequest) {
      request.context ??= {} as InvocationContext;
      request.context.outcome = { startedAt: performance.now(), reruns: 0 };
    },

    after(request: InvocationRequest) {
      logInvocation(request);
    },

    onError(request: InvocationRequest) {
      const { error } = request;
      const { code, message } = error instanceof ApiError ? error : internalError;
      if (code === internalError.code) {
        log('error', 'invocation failed', { ...identity(request), error: describeError(error) });
      }
      logInvocation(request, code);
      throw new InvocationError(code, message);
    },
  };
}

const internalError = { code: 'INTERNAL_ERROR', message: 'Internal server error' };

const remembered = new BoundedMap<string, { store: Store; until: number }>(1000);
const rememberedMilliseconds = 60_000;

/** A store changes so seldom that a warm function may know it for a minute. */
async function rememberedStore(id: string): Promise<Store> {
  const known = remembered.get(id);
  if (known && Date.now() < known.until) return known.store;
  const store = await stores.find(id);
  if (!store) throw notFound('Store not found');
  remembered.set(id, { store, until: Date.now() + rememberedMilliseconds });
  return store;
}
