/** The input that starts a function, and its answer. */
import type { APIGatewayProxyResult } from 'aws-lambda';
import { InvocationError } from '../../../lib/chain/invoke-codec.ts';
import type { Subject } from '../../../lib/resources/shopper-tokens/rules.ts';
import * as deploymentSecret from '../../../lib/resources/stores/deployment-secret-records.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import { type Operation, replays } from '../../../lib/schema/operation.ts';
import type { ShopCall } from '../../../lib/schema/shop-call.ts';
import type { ShopperPage } from '../../../lib/schema/shopper-page.ts';
import { type AnyHandler, handlerOf } from '../../support/handlers.ts';
import { type CallInput, eventOf } from '../../support/http/call.ts';
import { type PageInput, pageEventOf } from '../../support/http/pages.ts';
import { lastingToken, type ShopInput, shopEventOf } from '../../support/http/shop.ts';
import { act, type Memory, type Message } from './actor.ts';

export type Request = {
  /** Another than the exported one. */
  handler?: AnyHandler;
} /** To an endpoint, by a client with an API key; it has an idempotency key where the contract takes one. */ & (
  | { to: Operation; input: CallInput & { key: string } }
  /** To a page for shoppers. */
  | { to: ShopperPage; page: PageInput }
  /** With the token of a shopper. */
  | { to: ShopCall; store_id: string; shop: ShopInput & { subject: Subject } }
  /** To a function without a route. */
  | { to: Invocable; payload: object }
  /** To a function that a queue or a schedule starts. */
  | { to: { name: string }; messages: readonly Message[] }
);

/** As JSON has it. */
export interface Reply {
  status?: number;
  replayed?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the reader of a body knows what to expect
  body?: any;
  /** A refusal of a function without a route: its code and its message. */
  refused?: string;
}

/** An invocation without an end: how long it takes is no matter here. */
const contextOf = (functionName: string) => ({ functionName, awsRequestId: 'request' });

/** Makes ready to send a request, so that nothing but the function itself happens when it is sent. */
export async function prepare(request: Request, idempotencyKey?: string): Promise<() => Promise<Reply>> {
  const { name } = request.to;
  const handler = request.handler ?? (await handlerOf(request.to));
  const context = contextOf(name);
  if ('input' in request) {
    const { to, input } = request;
    const event = eventOf(to, { ...input, idempotencyKey: replays(to) ? idempotencyKey : undefined });
    return async () => {
      const { statusCode, headers, body } = (await handler(structuredClone(event), context)) as APIGatewayProxyResult;
      const replayed = headers?.['X-Idempotency-Replayed'];
      return {
        status: statusCode,
        ...(replayed === undefined ? {} : { replayed: replayed === 'true' }),
        ...(body === '' ? {} : { body: JSON.parse(body) }),
      };
    };
  }
  if ('page' in request) {
    const event = pageEventOf(request.to, request.page);
    return async () => {
      const { statusCode, body } = (await handler(structuredClone(event), context)) as APIGatewayProxyResult;
      return { status: statusCode, body };
    };
  }
  if ('shop' in request) {
    const { to, store_id, shop } = request;
    const event = shopEventOf(to, store_id, { ...shop, token: await lastingToken(store_id, shop.subject) });
    return async () => {
      const { statusCode, body } = (await handler(structuredClone(event), context)) as APIGatewayProxyResult;
      return { status: statusCode, body: JSON.parse(body) };
    };
  }
  if ('payload' in request) return () => invoke(handler, structuredClone(request.payload), context);
  const Records = request.messages.map(({ body }, index) => ({ messageId: `message ${index}`, body }));
  return async () => ({ body: asJson(await handler({ Records }, context)) });
}

async function invoke(handler: AnyHandler, payload: object, context: object): Promise<Reply> {
  try {
    return { body: asJson(await handler(payload, context)) };
  } catch (error) {
    if (!(error instanceof InvocationError)) throw error;
    return { refused: `${error.name}: ${error.message}` };
  }
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const isRefused = ({ status = 200, refused }: Reply): boolean => status >= 300 || refused !== undefined;

/** What every function remembers when it has started: what it reads during INIT. */
export async function memoryOfStart(): Promise<Memory> {
  const memory: Memory = new Map();
  await act(() => deploymentSecret.find(), { memory });
  return memory;
}

/** The answer to a request with calls that go as they come. Throws if it is refused. */
export async function ask(request: Request, among: Parameters<typeof act>[1] = {}): Promise<Reply['body']> {
  const reply = await act(await prepare(request), among);
  if (isRefused(reply)) throw new Error(`${request.to.name} is refused: ${JSON.stringify(reply)}`);
  return reply.body;
}
