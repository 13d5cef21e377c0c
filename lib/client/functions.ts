/** The clients of what has no route: what a store's own backend does for shoppers, and what its operator does. */
import { functionRoutes, type OperatorFunctions, type StorefrontFunctions } from './functions-api.ts';
import { type FunctionOptions, type FunctionsOptions, invoker } from './invoker.ts';

export { ConnectionError, StoreCommerceError, TimeoutError } from './errors.ts';
export type * from './functions-api.ts';
export { FunctionError, type FunctionOptions, type FunctionsOptions } from './invoker.ts';

/** What shoppers do, for one store. A call whose answer was lost is made again with the same payload, which is harmless. */
export type Storefront = StorefrontFunctions;

export const Storefront = clientOf<StorefrontFunctions, FunctionsOptions & { storeId: string }>('storefront');

/** What operators do: setting stores up, keeping their records in step, proving what is stored. */
export type Operator = OperatorFunctions;

export const Operator = clientOf<OperatorFunctions, FunctionsOptions>('operator');

/** A class with one method for each function of a group, named after it. */
function clientOf<Functions, Options extends FunctionsOptions>(
  group: keyof typeof functionRoutes,
): new (
  options: Options,
) => Functions {
  class FunctionsClient {
    constructor(options: Options) {
      const invoke = invoker(options);
      const methods = Object.entries(functionRoutes[group]).map(([method, route]) => [
        method,
        (payload?: object, given?: FunctionOptions) => invoke(route, payload, given),
      ]);
      Object.assign(this, Object.fromEntries(methods));
    }
  }
  return FunctionsClient as unknown as new (
    options: Options,
  ) => Functions;
}
