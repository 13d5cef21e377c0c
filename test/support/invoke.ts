/** Invokes functions without a route as Lambda does; every result and every refusal is held against the contract. */

import addFormats from 'ajv-formats';
import { type AnyHandler, handlerOf } from './handlers.ts';
import './aws/conditions.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as z from 'zod/mini';
import { InvocationError } from '../../lib/chain/invoke-codec.ts';
import { lambdaContext } from '../../lib/gateway/proxy-event.ts';
import { storefrontOperations } from '../../lib/resources/nouns.ts';
import { createApiKey } from '../../lib/resources/stores/functions.ts';
import { type ErrorCode, errorStatus } from '../../lib/schema/errors.ts';
import type { Invocable, ResultOf } from '../../lib/schema/invocable.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { doorInUse } from './door.ts';
import { call } from './http/call.ts';
import { isOlder } from './older-answers.ts';
import { patience } from './patience.ts';

export interface Refusal {
  errorType: string;
  errorMessage: string;
}

/**
 * Invokes a function without a route: its result as Lambda's JSON carries it, or what Lambda reports of its refusal.
 * Any other error is the test's own to fail on.
 */
export async function invoke<I extends Invocable>(
  invocable: I,
  payload: unknown,
): Promise<ResultOf<I> & Partial<Refusal>> {
  const answer =
    (await doorInUse()?.invoke(invocable.name, payload)) ??
    (await answerOf(await handlerOf(invocable), invocable, payload));
  const faults = undeclared(invocable, answer);
  if (faults.length > 0) throw new Error(`Not as declared: ${invocable.name}: ${faults.join('; ')}`);
  return answer as ResultOf<I> & Partial<Refusal>;
}

async function answerOf(handler: AnyHandler, { name }: Invocable, payload: unknown): Promise<object> {
  try {
    const result = await handler(JSON.parse(JSON.stringify(payload)), lambdaContext(name, patience));
    return JSON.parse(JSON.stringify(result ?? null));
  } catch (error) {
    if (!(error instanceof InvocationError)) throw error;
    return { errorType: error.name, errorMessage: error.message } satisfies Refusal;
  }
}

const storefrontKeys = new Map<string, Promise<string>>();

/** The `Storefront` key of a store, made when it is first asked for. */
export const storefrontKeyOf = (store_id: string): Promise<string> =>
  storefrontKeys.get(store_id) ?? newStorefrontKey(store_id);

/** A new `Storefront` key of a store, with which its functions are called from now on. */
export function newStorefrontKey(store_id: string): Promise<string> {
  const made = invoke(createApiKey, { store_id, name: 'Backend', permission: 'Storefront' });
  const key = made.then(({ api_key }) => api_key);
  storefrontKeys.set(store_id, key);
  return key;
}

/** The operation behind a storefront function's address. */
export function httpDoorOf({ name }: Invocable): Operation {
  const found = storefrontOperations.find((each) => each.name === name);
  if (!found) throw new Error(`${name} has no HTTP door`);
  return found;
}

/** Calls a storefront function over HTTP; returns its answer as Lambda would. Its status must be that of its code. */
export async function invokeOverHttp<I extends Invocable>(
  invocable: I,
  { store_id, ...body }: { store_id: string },
): Promise<ResultOf<I> & Partial<Refusal>> {
  const key = await storefrontKeyOf(store_id);
  const { status, body: answer } = await call(httpDoorOf(invocable), { key, body });
  if (status === 200) return answer;
  if (errorStatus[answer.code as ErrorCode] !== status) throw new Error(`${answer.code} is answered ${status}`);
  return { errorType: answer.code, errorMessage: answer.error } as ResultOf<I> & Partial<Refusal>;
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const validators = new Map<z.ZodMiniType, ValidateFunction>();

/** What any function may refuse with: the payload, an unknown store, a failure of its own. */
const refusalsOfAll = ['MISSING_FIELD', 'INVALID_FIELD', 'NOT_FOUND', 'INTERNAL_ERROR'];

/** What of an answer the contract does not declare, a field too many included. */
export function undeclared({ result, errors }: Invocable, answer: object): string[] {
  if ('errorType' in answer) {
    const declared = [...refusalsOfAll, ...errors.map(({ code }) => code)];
    return declared.some((code) => code === answer.errorType) ? [] : [`refusal ${answer.errorType}`];
  }
  const validate = validators.get(result) ?? ajv.compile(z.toJSONSchema(result));
  validators.set(result, validate);
  return validate(answer) || isOlder(validate) ? [] : [ajv.errorsText(validate.errors)];
}
