/** Storefront functions: the same work behind two doors, Lambda's Invoke API and HTTP with an API key (Two doors page). */

import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { lastStepAfterMilliseconds, stepsWithin } from '../runtime/clock.ts';
import { invalidField, parse } from '../schema/errors.ts';
import type { Invocable } from '../schema/invocable.ts';
import { overHttp, type StorefrontInvocable } from '../schema/storefront.ts';
import { isObject } from '../schema/values.ts';
import { admission } from './authentication.ts';
import { chain } from './chain.ts';
import type { Authorized, Link, RequestContext } from './exchange.ts';
import {
  type Addressed,
  answer,
  committing,
  type Handler,
  type Read,
  reading,
  type StoreCommand,
  storeWork,
  type Work,
} from './function.ts';
import { httpCodec } from './http-codec.ts';
import type { ProxyEvent } from './request.ts';
import { ignoredParameters, readBody, reportUnknownFields } from './validation.ts';

/** A storefront function that only reads. */
export const storefrontQuery = <I extends StorefrontInvocable>(contract: I, read: Read<I>): Handler =>
  storefrontWork(contract, reading(read));

/** A storefront function that writes: its decision is committed once. */
export const storefrontCommand = <I extends StorefrontInvocable>(contract: I, command: StoreCommand<I>): Handler =>
  storefrontWork(contract, committing(command));

/** A storefront function that commits several times: a repeated request continues where the last one stopped. */
export function storefrontWork<I extends StorefrontInvocable>(contract: I, work: Work<I>): Handler {
  const invoked = storeWork(contract, work);
  const requested = httpDoor(contract, work);
  return (event, context) => (isProxyEvent(event) ? requested(event, context) : invoked(event, context));
}

/** API Gateway adds this field to every event, so no HTTP request can pass for a payload. */
const isProxyEvent = (event: unknown): event is ProxyEvent => isObject(event) && 'requestContext' in event;

function httpDoor<I extends StorefrontInvocable>(
  contract: I,
  work: Work<I>,
): (event: unknown, context?: Partial<Context>) => Promise<APIGatewayProxyResult> {
  const operation = overHttp(contract);
  return chain(operation, httpCodec())
    .use(admission(operation))
    .use(payloadOf(contract))
    .handler((exchange, { context, signal }) =>
      answer<I>({
        work,
        payload: exchange.payload,
        exchange,
        time: stepsWithin(lastStepAfterMilliseconds, context),
        signal,
      }),
    );
}

/** The body as a payload of the key's store. */
const payloadOf = (contract: Invocable): Link<RequestContext & Authorized, Addressed & { payload: unknown }> => ({
  before(exchange, { event }) {
    const { admitted, credentials, identity } = exchange;
    const { storeId } = credentials;
    exchange.unknownFields = ignoredParameters(event);
    const body: { store_id?: unknown } = readBody(contract.payload, event, exchange);
    if ((body.store_id ?? storeId) !== storeId) {
      throw invalidField('store_id must be the store of the API key', 'store_id');
    }
    return {
      admitted,
      wholeStore: async () => (await identity).store,
      payload: parse(contract.payload, { ...body, store_id: storeId }, 'INVALID_FIELD', { all: true }),
    };
  },

  after: reportUnknownFields,
});
