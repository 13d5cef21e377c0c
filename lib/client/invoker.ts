/** Invokes the functions without a route. */
import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { ErrorCode } from './api.ts';
import { ConnectionError, StoreCommerceError, TimeoutError } from './errors.ts';
import { FunctionError } from './function-error.ts';
import type { CallFunction } from './functions-client.ts';
import type { FunctionOptions } from './options.ts';
import { backoff, bounded, retrying } from './retries.ts';
import type { FunctionRoute } from './route.ts';

/** What the clients of functions are made with. */
export interface FunctionsOptions {
  /** The stack whose functions are invoked, such as `StoreCommerceApi`. */
  stackName: string;
  /** Where they are, and by whose credentials they are invoked. Its own retries are not used. */
  lambda: LambdaClient;
  /** The store that they act for, `sto_…`. */
  storeId?: string | undefined;
  /** Milliseconds that one attempt may take; default 65,000: functions run for 60 seconds at most. */
  timeout?: number | undefined;
  /** How often a call is tried again after its first attempt; default 4. */
  maxRetries?: number | undefined;
}

const usual = { timeout: 65_000, maxRetries: 4 };

/** What invokes a function with a payload. Errors of AWS that no retry helps against are thrown as they are. */
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
      // A function with an address takes an event with this field for a request over HTTP, whose refusal would be a result here.
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

/** A client like the one that was given, whose calls are made once: what is made again is decided here. */
function withoutRetries(lambda: LambdaClient): LambdaClient {
  const middlewareStack = lambda.middlewareStack.clone();
  // In its place, as others are beside it.
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

/** Whose records a payload is about. */
function identity(store: FunctionRoute['store'], storeId: string | undefined, payload: object): object {
  if (store === 'none') return {};
  const given = 'store_id' in payload && payload.store_id ? payload.store_id : undefined;
  if (store === 'new') return { store_id: given ?? newId('sto_') };
  // A payload may come from a shopper's request, who must not choose the store.
  if (store === 'own' && given !== undefined && given !== storeId)
    throw new StoreCommerceError('store_id is another store than that of the client: make a client for each store');
  const own = given ?? storeId;
  if (own === undefined)
    throw new StoreCommerceError('storeId is required: give it to the client, or store_id to the call');
  return { store_id: own };
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const newIds = (ids: Readonly<Record<string, string>>): object =>
  Object.fromEntries(Object.entries(ids).map(([field, prefix]) => [field, newId(prefix)]));

/** A lower-case ULID after its prefix: 48 bits of milliseconds, then 80 random ones. */
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

/** Throws a `ConnectionError` where another attempt may have the answer that was lost, else AWS's own error. */
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
  // Of an answer that was cut off after its headers the SDK tells the status, which then says nothing.
  const isBroken = /^E[A-Z_]+$/.test(code) || error.name === 'TimeoutError' || (status >= 200 && status < 300);
  return isBroken || status === 429 || status >= 500
    ? new ConnectionError(`${name} was not answered: ${code || error.name}`)
    : error;
}

/** The result of a function. Throws a `FunctionError` where it refused or failed. */
function resultOf(name: string, text: string, failed: boolean): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new ConnectionError(`${name} was answered with what is no JSON`);
  }
  if (!failed) return answer;
  const { errorType, errorMessage } = Object(answer);
  // What Lambda itself says of a function that died is named otherwise.
  const isRefusal = typeof errorType === 'string' && /^[A-Z]+_?[A-Z_]*$/.test(errorType);
  throw new FunctionError(isRefusal ? (errorType as ErrorCode) : 'INTERNAL_ERROR', String(errorMessage));
}

const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof FunctionError && error.code === 'INTERNAL_ERROR');
