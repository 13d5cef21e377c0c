import type { FunctionOptions } from './options.ts';
import type { FunctionRoute } from './route.ts';

/** Calls a function and returns its result. */
export type CallFunction<Route = FunctionRoute> = (
  route: Route,
  payload?: object,
  options?: FunctionOptions,
) => Promise<unknown>;

/** A class with a method for each function of a list. */
export function clientOf<Functions, Options extends unknown[], Route = FunctionRoute>(
  routes: Readonly<Record<string, Route>>,
  callerOf: (...options: Options) => CallFunction<Route>,
): new (
  ...options: Options
) => Functions {
  class FunctionsClient {
    constructor(...options: Options) {
      const call = callerOf(...options);
      const methods = Object.entries(routes).map(([method, route]) => [
        method,
        (payload?: object, given?: FunctionOptions) => call(route, payload, given),
      ]);
      Object.assign(this, Object.fromEntries(methods));
    }
  }
  return FunctionsClient as unknown as new (
    ...options: Options
  ) => Functions;
}
