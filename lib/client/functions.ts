/** The clients of functions on AWS: what a store's own backend does for shoppers, and what its operator does. */
import { functionRoutes, type OperatorFunctions, type StorefrontFunctions } from './functions-api.ts';
import { clientOf } from './functions-client.ts';
import { type FunctionsOptions, invoker } from './invoker.ts';

export { ConnectionError, StoreCommerceError, TimeoutError } from './errors.ts';
export { FunctionError } from './function-error.ts';
export type * from './functions-api.ts';
export type { FunctionsOptions } from './invoker.ts';
export type { FunctionOptions } from './options.ts';

/** What shoppers do, for one store. A call whose answer was lost is made again with the same payload, which is harmless. */
export type Storefront = StorefrontFunctions;

export const Storefront = clientOf<StorefrontFunctions, [options: FunctionsOptions & { storeId: string }]>(
  functionRoutes.storefront,
  invoker,
);

/** What operators do: setting stores up, keeping their records in step, proving what is stored. */
export type Operator = OperatorFunctions;

export const Operator = clientOf<OperatorFunctions, [options: FunctionsOptions]>(functionRoutes.operator, invoker);
