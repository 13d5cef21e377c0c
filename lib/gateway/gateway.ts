/**
 * Replaces the REST API in the local server and in the container of large uploads: finds the route, builds the event,
 * runs the function, sends its answer.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { type GatewayError, gatewayErrors } from '../resources/gateway-errors.ts';
import { describeError, log } from '../runtime/log.ts';
import { helpOn } from '../schema/errors.ts';
import { limits } from '../schema/limits.ts';
import { neverStored } from '../schema/operation.ts';
import type { Routed } from '../schema/shopper-page.ts';
import { type Mount, pathOf, readBody, sendJson, targetOf } from './mounts.ts';
import { proxyEvent } from './proxy-event.ts';
import { reply } from './reply.ts';
import { type Route, router } from './routes.ts';

/** Runs the function of an operation. For a request that is still arriving, the event does not contain the body. */
type Run = (name: string, event: APIGatewayProxyEvent, arriving?: IncomingMessage) => Promise<unknown>;

/** Whether a function is run before the request's body has arrived. */
type Streams = (operation: Routed, request: IncomingMessage) => boolean;

/** Takes every request: one without a route gets the gateway's 404. */
export function gateway(operations: readonly Routed[], run: Run, streams: Streams = () => false): Mount {
  const routeOf = router(operations);
  return {
    handles: () => true,

    async handle(request, response) {
      const route = routeOf(request.method ?? '', pathOf(request));
      if (!route) return sendGatewayError(response, gatewayErrors.unknownRoute);
      if (streams(route.operation, request)) {
        const event = eventOf(route, request, Buffer.alloc(0));
        return answer(route.operation, () => run(route.operation.name, event, request), response);
      }
      const body = await readBody(request, limits.functionBody);
      if (!body) return sendGatewayError(response, gatewayErrors.payloadTooLarge);
      await answer(route.operation, () => run(route.operation.name, eventOf(route, request, body)), response);
    },
  };
}

/** Sends an error of the gateway itself, in the contract's envelope. */
export function sendGatewayError(response: ServerResponse, { status, code, message }: GatewayError): void {
  sendJson(
    response,
    status,
    { error: message, code },
    { ...neverStored, 'X-Request-Id': randomUUID(), ...helpOn(code) },
  );
}

async function answer({ name }: Routed, run: () => Promise<unknown>, response: ServerResponse): Promise<void> {
  try {
    send(response, await run());
  } catch (error) {
    log('error', 'function failed', { operation: name, error: describeError(error) });
    sendGatewayError(response, gatewayErrors.failure);
  }
}

const eventOf = ({ operation, pathParameters }: Route, request: IncomingMessage, body: Buffer): APIGatewayProxyEvent =>
  proxyEvent(operation, pathParameters, {
    method: request.method ?? '',
    target: targetOf(request),
    headers: headerPairs(request.rawHeaders),
    body,
    sourceAddress: request.socket.remoteAddress,
  });

function headerPairs(rawHeaders: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return pairs;
}

function send(response: ServerResponse, result: unknown): void {
  if (!isProxyResult(result)) throw new Error('The function answered nothing that is a proxy response');
  const { statusCode, headers = {}, multiValueHeaders = {}, body, isBase64Encoded } = result;
  const all: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) all[name] = String(value);
  for (const [name, values] of Object.entries(multiValueHeaders)) all[name] = values.map(String);
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (statusCode !== 204) all['Content-Length'] = String(bytes.length);
  reply(response, statusCode, all, bytes);
}

const isProxyResult = (result: unknown): result is APIGatewayProxyResult =>
  typeof result === 'object' &&
  result !== null &&
  'statusCode' in result &&
  typeof result.statusCode === 'number' &&
  'body' in result &&
  typeof result.body === 'string';
