/** Invokes functions without a route as Lambda does; every result and every refusal is held against the contract. */

import addFormats from 'ajv-formats';
import { type AnyHandler, handlerOf } from './handlers.ts';
import './aws/conditions.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as z from 'zod/mini';
import { lambdaContext } from '../../lib/gateway/proxy-event.ts';
import { InvocationError } from '../../lib/invoke/outcome.ts';
import type { Invocable, ResultOf } from '../../lib/schema/invocable.ts';
import { doorInUse } from './door.ts';
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
