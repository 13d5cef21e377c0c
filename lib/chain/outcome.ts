/**
 * The outermost link, the same behind both doors: it opens the exchange, logs one line, and turns any thrown error into a response.
 */

import { OutOfTime } from '../runtime/clock.ts';
import { describeError, log, logWithMetrics, millisecondsSince } from '../runtime/log.ts';
import { ApiError, type ErrorCode } from '../schema/errors.ts';
import type { ChainRequest, Link, RequestContext } from './exchange.ts';
import type { Reply } from './reply.ts';

/** The fields of an operation or a function that the chain needs. */
export interface Answerable {
  name: string;
  /** The error returned for an unexpected failure. Default `INTERNAL_ERROR`, `Internal server error`. */
  failure?: { code: ErrorCode; message: string } | undefined;
}

/** A door: how a request comes in, and how its reply goes out. */
export interface Codec<Answer> {
  door: 'http' | 'invoke';
  /** The log's name for a request. */
  line: 'request' | 'invocation';
  /** Returns the headers of every response, and makes the event readable for the links. */
  open(request: ChainRequest): Record<string, string>;
  /** The fields of the log's lines that identify the request, the store and the API key. */
  subjectOf(exchange: RequestContext, request: ChainRequest): object;
  answer(reply: Reply, exchange: RequestContext): Answer;
  /** Returns the response for an error, or throws an error. */
  refuse(error: ApiError, exchange: RequestContext): Answer;
  /** The message if the work needs more time than is left. */
  unfinished: string;
  /** Further counts in the log line, besides errors and time. */
  figuresOf?(exchange: RequestContext, code: string | undefined): Record<string, number>;
}

export function outcome<Answer>(contract: Answerable, codec: Codec<Answer>): Link<object, RequestContext> {
  const subjectOf = (exchange: RequestContext, request: ChainRequest) => ({
    operation: contract.name,
    ...codec.subjectOf(exchange, request),
  });

  /** One line that is both the access log and the metrics of the function. */
  function logOutcome(exchange: RequestContext, request: ChainRequest, status: number, code?: ErrorCode): void {
    const { door, line, figuresOf } = codec;
    logWithMetrics(
      line,
      { ...subjectOf(exchange, request), door, ...(door === 'http' && { status }), code },
      {
        milliseconds: millisecondsSince(exchange.startedAt),
        client_errors: Number(status >= 400 && status < 500),
        server_errors: Number(status >= 500),
        ...figuresOf?.(exchange, code),
        reruns: exchange.reruns,
      },
    );
  }

  return {
    before: (_, request) => ({ startedAt: performance.now(), headers: codec.open(request), reruns: 0 }),

    after(exchange, request) {
      const reply = request.response as Reply;
      logOutcome(exchange, request, reply.status);
      request.response = codec.answer(reply, exchange);
    },

    onError(exchange, request) {
      const { error: thrown } = request;
      const error = toApiError(thrown, contract, codec.unfinished);
      if (thrown instanceof OutOfTime) {
        log('info', `${codec.line} unfinished`, { ...subjectOf(exchange, request), reason: thrown.message });
      } else if (error.status >= 500) {
        log('error', `${codec.line} failed`, { ...subjectOf(exchange, request), error: describeError(error) });
      }
      logOutcome(exchange, request, error.status, error.code);
      request.response = codec.refuse(error, exchange);
    },
  };
}

/** An unexpected error becomes the contract's own failure, and is kept as its cause for the log. */
function toApiError(error: unknown, { failure }: Answerable, unfinished: string): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof OutOfTime) return new ApiError('INTERNAL_ERROR', unfinished, { cause: error });
  const { code, message } = failure ?? { code: 'INTERNAL_ERROR', message: 'Internal server error' };
  return new ApiError(code, message, { cause: error });
}
