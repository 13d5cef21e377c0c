/** Invokes functions without a route as Lambda does. */
import type { Invocable } from '../../lib/contract/kinds/invocable.ts';
import { lambdaContext } from '../../lib/gateway/lambda-context.ts';
import { InvocationError } from '../../lib/invoke/outcome.ts';
import { type AnyHandler, handlerOf } from './handlers.ts';

export interface Refusal {
  errorType: string;
  errorMessage: string;
}

/**
 * Invokes a function without a route: its result as Lambda's JSON carries it, or what Lambda reports of its refusal.
 * Any other error is the test's own to fail on.
 */
export const invoke = async <R = Record<string, unknown>>(
  invocable: Invocable,
  payload: unknown,
): Promise<R & Partial<Refusal>> => invokeHandler<R>(await handlerOf(invocable), invocable, payload);

/** The same through a handler that is not the exported one itself. */
export async function invokeHandler<R = Record<string, unknown>>(
  handler: AnyHandler,
  { name }: Invocable,
  payload: unknown,
): Promise<R & Partial<Refusal>> {
  try {
    const result = await handler(JSON.parse(JSON.stringify(payload)), lambdaContext(name));
    return JSON.parse(JSON.stringify(result ?? null));
  } catch (error) {
    if (!(error instanceof InvocationError)) throw error;
    const refusal: Refusal = { errorType: error.name, errorMessage: error.message };
    return refusal as R & Partial<Refusal>;
  }
}
