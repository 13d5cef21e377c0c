/** The door of API Gateway: a proxy event comes in, and a proxy response goes out. Errors have the contract's envelope. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { helpOn } from '../schema/errors.ts';
import { unfinished } from '../schema/invocable.ts';
import type { Codec } from './outcome.ts';
import { toProxyResult } from './reply.ts';
import { requestId } from './request.ts';

/** Every response has these `headers`. */
export const httpCodec = (headers: Readonly<Record<string, string>> = {}): Codec<APIGatewayProxyResult> => ({
  door: 'http',
  line: 'request',
  unfinished: unfinished.http,

  open(request) {
    request.event ??= {};
    return { 'X-Request-Id': requestId(request.event, request.context), ...headers };
  },

  subjectOf: ({ headers, caller }) => ({
    request_id: headers['X-Request-Id'],
    store_id: caller?.store.id,
    key_id: caller?.key.id,
  }),

  answer: (reply, exchange) => toProxyResult(reply, exchange.headers),

  refuse: ({ status, code, message, headers, fields }, exchange) =>
    toProxyResult(
      { status, body: { error: message, code } },
      { ...exchange.headers, ...headers, ...helpOn(code, status < 500 ? fields : []) },
    ),

  figuresOf: ({ headers }, code) => ({
    throttles: Number(code === 'RATE_LIMIT_EXCEEDED'),
    replays: Number(headers['X-Idempotency-Replayed'] === 'true'),
  }),
});
