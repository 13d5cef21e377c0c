/** Calls with a shopper token, as the distribution and API Gateway pass them on. */
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { lambdaContext, proxyEvent } from '../../../lib/gateway/proxy-event.ts';
import { createShopperToken } from '../../../lib/resources/shopper-tokens/functions.ts';
import { sign } from '../../../lib/resources/shopper-tokens/records.ts';
import type { Claims, Subject } from '../../../lib/resources/shopper-tokens/rules.ts';
import { type ShopCall, scopes } from '../../../lib/schema/shop-call.ts';
import { viewerAddressHeader, viewerHostHeader } from '../../../lib/schema/viewer.ts';
import { handlerOf } from '../handlers.ts';
import { invoke } from '../invoke.ts';
import { patience } from '../patience.ts';
import { succeeded, type World } from '../world/world.ts';
import type { Response } from './documented.ts';

/** The host of the distribution. */
export const ownHost = 'api.example.com';

export interface ShopInput {
  token?: string;
  /** In place of the header with the token. */
  authorization?: string;
  origin?: string;
  /** Path parameters besides the store. */
  path?: Record<string, string>;
  body?: unknown;
  /** Where the caller is. */
  address?: string;
  headers?: Record<string, string>;
  /** Asks whether a page may send the call. */
  preflight?: boolean;
}

/** The event of a call to a store. */
export function shopEventOf(call: ShopCall, store_id: string, input: ShopInput): APIGatewayProxyEvent {
  const {
    token,
    authorization = token && `Shopper ${token}`,
    origin,
    path = {},
    body,
    address = '203.0.113.7',
  } = input;
  const parameters = { store_id, ...path };
  const target = call.path.replace(/\{(\w+)\}/g, (_, name: keyof typeof parameters) =>
    encodeURIComponent(parameters[name]),
  );
  const method = input.preflight ? 'OPTIONS' : call.method;
  const headers = {
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(origin !== undefined && { Origin: origin }),
    ...input.headers,
    [viewerAddressHeader]: address,
    [viewerHostHeader]: ownHost,
  };
  return proxyEvent({ ...call, method }, parameters, {
    method,
    target,
    headers: Object.entries(headers),
    body: Buffer.from(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)),
  });
}

/** What a call to the store of a world is answered. */
export async function callShop(
  call: ShopCall,
  { store }: { store: { id: string } },
  input: ShopInput = {},
): Promise<Response> {
  const handler = await handlerOf(call);
  const event = shopEventOf(call, store.id, input);
  const {
    statusCode,
    headers = {},
    body,
  } = (await handler(event, lambdaContext(call.name, patience))) as APIGatewayProxyResult;
  return {
    status: statusCode,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)])),
    body: body === '' ? undefined : JSON.parse(body),
  };
}

/** A token of a store. */
export async function tokenOf({ store }: Pick<World, 'store'>, fields: object): Promise<string> {
  const { token } = await succeeded(invoke(createShopperToken, { store_id: store.id, ...fields }));
  return token;
}

/** A token that is valid at any time of a test, with every scope. */
export const lastingToken = (store_id: string, subject: Subject): Promise<string> =>
  sign({ store_id, scopes, ...subject } satisfies Claims, '2099-01-01T00:00:00Z');
