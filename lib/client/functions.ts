/** Clients of functions on AWS, for a store's backend and for operators. */
import { functionRoutes, type OperatorFunctions, type StorefrontFunctions } from './functions-api.ts';
import { clientOf } from './functions-client.ts';
import { type FunctionsOptions, invoker } from './invoker.ts';

export { ConnectionError, StoreCommerceError, TimeoutError } from './errors.ts';
export { FunctionError } from './function-error.ts';
export type * from './functions-api.ts';
export type { FunctionsOptions } from './invoker.ts';
export type { FunctionOptions } from './options.ts';

/** Calls storefront functions for one store. After a lost response, a call is retried with the same payload, which is safe. */
export type Storefront = StorefrontFunctions;

export const Storefront = clientOf<StorefrontFunctions, [options: FunctionsOptions & { storeId: string }]>(
  functionRoutes.storefront,
  invoker,
);

/** Calls operator functions: set up stores, import their records, audit the stored data. */
export type Operator = OperatorFunctions;

export const Operator = clientOf<OperatorFunctions, [options: FunctionsOptions]>(functionRoutes.operator, invoker);
