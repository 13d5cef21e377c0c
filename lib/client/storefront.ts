/** Client of storefront functions over HTTP, for a backend with an API key and without the AWS SDK. */
import { ApiError, ConnectionError, type StoreCommerceError } from './errors.ts';
import { FunctionError } from './function-error.ts';
import { type StorefrontFunctions, storefrontRoutes } from './functions-api.ts';
import { type CallFunction, clientOf } from './functions-client.ts';
import type { ClientOptions } from './options.ts';
import type { StorefrontRoute } from './route.ts';
import { Sender } from './sender.ts';

export { ConnectionError, StoreCommerceError, TimeoutError, UnknownFieldsError } from './errors.ts';
export { FunctionError } from './function-error.ts';
export type * from './functions-api.ts';
export type { Attempt, ClientOptions, FunctionOptions, Observers } from './options.ts';

/**
 * Calls storefront functions for the store of the API key. The key needs the permission `Storefront`; keep it on a server. After a lost
 * response, a call is retried with the same payload, which is safe.
 */
export type Storefront = StorefrontFunctions;

export const Storefront = clientOf<StorefrontFunctions, [options?: ClientOptions], StorefrontRoute>(
  storefrontRoutes,
  overHttp,
);

function overHttp(options?: ClientOptions): CallFunction<StorefrontRoute> {
  const sender = new Sender(options);
  return async ({ http }, payload = {}, given) => {
    try {
      return (await sender.send(http, [], { body: payload }, given)).data;
    } catch (error) {
      throw error instanceof ApiError ? refusalOf(error) : error;
    }
  };
}

/** A response of a proxy is not a refusal of the service: the call may have taken effect. */
const refusalOf = (error: ApiError): StoreCommerceError =>
  error.code === undefined
    ? new ConnectionError(error.message, { cause: error })
    : new FunctionError(error.code, error.message, error);
