/** Invokes functions on Lambda. */
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { ErrorCode } from './api.ts';
import { ConnectionError, StoreCommerceError, TimeoutError } from './errors.ts';
import { FunctionError } from './function-error.ts';
import type { CallFunction } from './functions-client.ts';
import type { FunctionOptions } from './options.ts';
import { backoff, bounded, retrying } from './retries.ts';
import type { FunctionRoute } from './route.ts';

/** Options of clients of functions on AWS. */
export interface FunctionsOptions {
  /** Name of the stack, such as `StoreCommerceApi`. */
  stackName: string;
  /** Lambda client with the Region and the credentials. Its own retries are not used. */
  lambda: LambdaClient;
  /** Id of the store, `sto_…`. */
  storeId?: string | undefined;
  /** Timeout of one attempt in milliseconds; default 65,000, because functions run for at most 60 seconds. */
  timeout?: number | undefined;
  /** Maximum number of retries; default 4. */
  maxRetries?: number | undefined;
}

const usual = { timeout: 65_000, maxRetries: 4 };

/** Returns a caller of functions. Errors of AWS that cannot be retried are thrown unchanged. */
export function invoker({ stackName, lambda, storeId, ...given }: FunctionsOptions): CallFunction {
  const once = withoutRetries(lambda);
  return async (
    { name, store, isRepeated, ids = {}, http }: FunctionRoute,
    payload: object = {},
    options: FunctionOptions = {},
  ): Promise<unknown> => {
    const {
      timeout = usual.timeout,
      maxRetries = usual.maxRetries,
      signal,
    } = { ...defined(given), ...defined(options) };
    const sent = JSON.stringify({
      ...newIds(ids),
      ...defined(payload),
      ...identity(store, storeId, payload),
      // A function with a route treats an event with this field as an HTTP request, and would return a refusal as a result.
      ...(http && { requestContext: undefined }),
    });
    const late = () => new TimeoutError(`${name} was not answered within ${timeout} ms`);
    const command = () => new InvokeCommand({ FunctionName: `${stackName}-${name}`, Payload: sent });
    return retrying(
      { maxRetries: isRepeated ? maxRetries : 0, signal },
      () =>
        bounded({ signal, limit: { timeout, late } }, async (stop) => {
          const { Payload, FunctionError } = await sendOnce(once, command(), stop);
          return resultOf(name, new TextDecoder().decode(Payload), FunctionError !== undefined);
        }),
      (error, tried) => (mayPass(error) ? backoff(tried) : undefined),
    );
  };
}

const defined = <T extends object>(options: T): Partial<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;

/** A copy of the client without retries, because `retrying` decides about them. */
function withoutRetries(lambda: LambdaClient): LambdaClient {
  const middlewareStack = lambda.middlewareStack.clone();
  // Replaces only this middleware.
  middlewareStack.add((next) => (args) => next(args), {
    name: 'retryMiddleware',
    step: 'finalizeRequest',
    priority: 'high',
    override: true,
  });
  return Object.create(lambda, {
    middlewareStack: { value: middlewareStack },
    handlers: { value: undefined, configurable: true, writable: true },
  });
}

/** The `store_id` of a payload. */
function identity(store: FunctionRoute['store'], storeId: string | undefined, payload: object): object {
  if (store === 'none') return {};
  const given = 'store_id' in payload && payload.store_id ? payload.store_id : undefined;
  if (store === 'new') return { store_id: given ?? newId('sto_') };
  // A payload may come from a shopper's request, who must not choose the store.
  if (store === 'own' && given !== undefined && given !== storeId)
    throw new StoreCommerceError("store_id is not the client's store: create a client for each store");
  const own = given ?? storeId;
  if (own === undefined)
    throw new StoreCommerceError('storeId is required: pass it to the client, or store_id to the call');
  return { store_id: own };
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const newIds = (ids: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(ids).map(([field, prefix]) => [field, newId(prefix)]));

/** A prefix and a lower-case ULID: 48 bits of milliseconds, then 80 random bits. */
function newId(prefix: string): string {
  let time = Date.now();
  let begin = '';
  for (let place = 0; place < 10; place += 1) {
    begin = `${alphabet[time % 32]}${begin}`;
    time = Math.floor(time / 32);
  }
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => alphabet[byte % 32]);
  return `${prefix}${begin}${random.join('')}`;
}

/** Throws a `ConnectionError` if a retry can help, otherwise the error of AWS. */
async function sendOnce(once: LambdaClient, command: InvokeCommand, abortSignal: AbortSignal) {
  try {
    return await once.send(command, { abortSignal });
  } catch (error) {
    throw asLost(command.input.FunctionName, error);
  }
}

function asLost(name: string | undefined, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { httpStatusCode: status } = Object(Object(error).$metadata);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // If a response is cut off after its headers, the SDK reports its status, which then means nothing.
  const isBroken = /^E[A-Z_]+$/.test(code) || error.name === 'TimeoutError' || (status >= 200 && status < 300);
  return isBroken || status === 429 || status >= 500
    ? new ConnectionError(`${name} was not answered: ${code || error.name}`)
    : error;
}

/** The result of a function. Throws a `FunctionError` if the function refused the call or failed. */
function resultOf(name: string, text: string, failed: boolean): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new ConnectionError(`${name} returned no JSON`);
  }
  if (!failed) return answer;
  const { errorType, errorMessage } = Object(answer);
  // Errors of Lambda itself have other names.
  const isRefusal = typeof errorType === 'string' && /^[A-Z]+_?[A-Z_]*$/.test(errorType);
  throw new FunctionError(isRefusal ? (errorType as ErrorCode) : 'INTERNAL_ERROR', String(errorMessage));
}

const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof FunctionError && error.code === 'INTERNAL_ERROR');
