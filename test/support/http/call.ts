/** Calls endpoints as API Gateway calls them. */

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type HttpRequest, lambdaContext, proxyEvent } from '../../../lib/gateway/proxy-event.ts';
import type { Operation } from '../../../lib/schema/operation.ts';
import { doorInUse } from '../door.ts';
import { type AnyHandler, handlerOf } from '../handlers.ts';
import { patience } from '../patience.ts';
import { type Response, undocumented } from './documented.ts';

export interface CallInput {
  /** Path parameters, decoded. */
  path?: Record<string, string>;
  /** An array is a repeated parameter. */
  query?: Record<string, string | number | readonly string[]>;
  /** Bytes and strings go out as they are, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The API key. */
  key?: string;
  idempotencyKey?: string | undefined;
}

/**
 * Calls an endpoint with the event the gateway would build; every reply is held against the OpenAPI document. Where a door is in use
 * the request goes through that one.
 */
export async function call(operation: Operation, input: CallInput = {}): Promise<Response> {
  const door = doorInUse();
  return door ? door.send(requestOf(operation, input)) : callHandler(await handlerOf(operation), operation, input);
}

/** The same through a handler that is not the exported one itself. */
export async function callHandler(handler: AnyHandler, operation: Operation, input: CallInput = {}): Promise<Response> {
  const response = responseOf(await answer(handler, operation, eventOf(operation, input)));
  const faults = undocumented(operation, response);
  if (faults.length > 0) throw new Error(`Not as documented: ${faults.join('; ')}`);
  return response;
}

/** What a handler answers an event. */
export const answer = async (handler: AnyHandler, { name }: Operation, event: object): Promise<APIGatewayProxyResult> =>
  (await handler(event, lambdaContext(name, patience))) as APIGatewayProxyResult;

/** The event that the gateway would build of a request. */
export const eventOf = (operation: Operation, input: CallInput): APIGatewayProxyEvent =>
  proxyEvent(operation, input.path ?? {}, requestOf(operation, input));

/** The request a client would send for an operation. */
export function requestOf(operation: Operation, input: CallInput): HttpRequest {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(input.path?.[name] ?? ''));
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();
  return {
    method: operation.method,
    target: query === '' ? path : `${path}?${query}`,
    headers: Object.entries(headersOf(input)),
    body: bytesOf(input.body),
  };
}

function headersOf({ key, idempotencyKey, body, headers }: CallInput): Record<string, string> {
  return {
    ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    ...(body === undefined || body instanceof Uint8Array ? {} : { 'Content-Type': 'application/json' }),
    ...headers,
  };
}

function bytesOf(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function responseOf({ statusCode, headers = {}, body }: APIGatewayProxyResult): Response {
  return {
    status: statusCode,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
    body: body === '' ? undefined : JSON.parse(body),
  };
}

export const invalid = (error: string) => ({ status: 400, body: { error, code: 'INVALID_FIELD' } });

export const notFound = { status: 404, body: { error: 'Resource not found', code: 'NOT_FOUND' } };
