/** The outermost link: one line in the log for each invocation, and whatever is thrown as an error that Lambda reports. */
import type { Context } from 'aws-lambda';
import { OutOfTime } from '../runtime/clock.ts';
import { describeError, log, logWithMetrics, millisecondsSince } from '../runtime/log.ts';
import { ApiError } from '../schema/errors.ts';
import { isPublicId } from '../schema/ids.ts';
import { failureOf, type Invocable, unfinished } from '../schema/invocable.ts';

/** A refused invocation: Lambda reports an error's name as `errorType` and its message as `errorMessage`. */
export class InvocationError extends Error {
  constructor(code: string, message: string) {
    super(message);
    this.name = code;
    // The caller is shown what was wrong, never where.
    this.stack = '';
  }
}

/** Lambda's context with what the chain keeps of an invocation. */
export interface InvocationContext extends Context {
  exchange: {
    startedAt: number;
    /** How often a decision was made again because something it read had changed. */
    reruns: number;
  };
}

/** middy's request, as this link sees it. */
interface InvocationRequest {
  event: unknown;
  context: InvocationContext;
  error?: Error | null;
}

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is not refused on purpose is `INTERNAL_ERROR`, its cause for the log. */
export function outcome(invocable: Invocable) {
  const { name: operation } = invocable;
  const internalError = failureOf(invocable);

  const subjectOf = ({ event, context }: InvocationRequest) => ({
    operation,
    request_id: context.awsRequestId,
    store_id:
      isObject(event) && 'store_id' in event && isPublicId('store', event.store_id) ? event.store_id : undefined,
  });

  function logInvocation(request: InvocationRequest, code?: string): void {
    const { startedAt, reruns } = request.context.exchange;
    const server_errors = Number(code === internalError.code);
    const client_errors = Number(code !== undefined) - server_errors;
    const milliseconds = millisecondsSince(startedAt);
    logWithMetrics(
      'invocation',
      { ...subjectOf(request), code },
      { milliseconds, client_errors, server_errors, reruns },
    );
  }

  return {
    before(request: InvocationRequest) {
      request.context ??= {} as InvocationContext;
      request.context.exchange = { startedAt: performance.now(), reruns: 0 };
    },

    after(request: InvocationRequest) {
      logInvocation(request);
    },

    onError(request: InvocationRequest) {
      const { error } = request;
      const isUnfinished = error instanceof OutOfTime;
      const { code, message } = error instanceof ApiError ? error : isUnfinished ? unfinished : internalError;
      if (isUnfinished) log('info', 'invocation unfinished', { ...subjectOf(request), reason: error.message });
      else if (code === internalError.code) {
        log('error', 'invocation failed', { ...subjectOf(request), error: describeError(error) });
      }
      logInvocation(request, code);
      throw new InvocationError(code, message);
    },
  };
}
