/** The outermost link: it opens the exchange, and turns whatever is thrown into the contract's envelope. */

import { describeError, log, logWithMetrics, millisecondsSince } from '../runtime/log.ts';
import { ApiError } from '../schema/errors.ts';
import { type Operation, takesIdempotencyKey } from '../schema/operation.ts';
import type { Link, RequestContext } from './exchange.ts';
import { type Reply, toProxyResult } from './reply.ts';
import { requestId } from './request.ts';

export const errorEnvelope = (operation: Operation): Link<object, RequestContext> => ({
  before: (_, { event, context }) => ({
    startedAt: performance.now(),
    headers: {
      'X-Request-Id': requestId(event, context),
      ...(takesIdempotencyKey(operation) ? { 'X-Idempotency-Replayed': 'false' } : {}),
    },
    reruns: 0,
  }),

  after(exchange, request) {
    const reply = request.response as Reply;
    logRequest(operation, exchange, reply.status);
    request.response = toProxyResult(reply, exchange.headers);
  },

  onError(exchange, request) {
    const error = toApiError(request.error, operation);
    if (error.status >= 500) {
      log('error', 'request failed', { ...subjectOf(operation, exchange), error: describeError(error) });
    }
    logRequest(operation, exchange, error.status, error.code);
    const envelope = { status: error.status, body: { error: error.message, code: error.code } };
    request.response = toProxyResult(envelope, { ...exchange.headers, ...error.headers });
  },
});

/** What is not refused on purpose is the operation's own failure (contract, error tables), its cause for the log. */
function toApiError(error: unknown, operation: Operation): ApiError {
  if (error instanceof ApiError) return error;
  const { code, message } = operation.failure ?? { code: 'INTERNAL_ERROR', message: 'Internal server error' };
  return new ApiError(code, message, { cause: error });
}

/** What a line of the log is about. */
const subjectOf = (operation: Operation, exchange: RequestContext) => ({
  operation: operation.name,
  request_id: exchange.headers['X-Request-Id'],
  store_id: exchange.caller?.store.id,
  key_id: exchange.caller?.key.id,
});

/** One line that is both the access log and the metrics of the endpoint. */
function logRequest(operation: Operation, exchange: RequestContext, status: number, code?: string): void {
  logWithMetrics(
    'request',
    { ...subjectOf(operation, exchange), status, code },
    {
      milliseconds: millisecondsSince(exchange.startedAt),
      client_errors: Number(status >= 400 && status < 500),
      server_errors: Number(status >= 500),
      throttles: Number(code === 'RATE_LIMIT_EXCEEDED'),
      replays: Number(exchange.headers['X-Idempotency-Replayed'] === 'true'),
      reruns: exchange.reruns,
    },
  );
}
