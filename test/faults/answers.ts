import type { Operation } from '../../lib/contract/operation.ts';
import type { Handler } from '../../lib/http/endpoint.ts';
import { type CallInput, call, invoke } from '../support/call.ts';
import type { Answer } from './history.ts';

/** Calls an endpoint; a 5xx is a refusal whose effect nobody knows. */
export async function ask(handler: Handler, operation: Operation, input: CallInput): Promise<Answer> {
  const { status, body, headers } = await call(handler, operation, input);
  const replayed = headers['x-idempotency-replayed'] === 'true';
  return status < 300 ? { ok: true, body, replayed } : { ok: false, code: body.code, body: { status }, replayed };
}

/** Invokes a function without a route. */
export async function tell(handler: Parameters<typeof invoke>[0], payload: unknown): Promise<Answer> {
  const { errorType, ...body } = await invoke(handler, payload);
  return errorType === undefined ? { ok: true, body } : { ok: false, code: errorType };
}

const unknownOutcome = new Set([
  'INTERNAL_ERROR',
  'LIST_ERROR',
  'CREATE_ERROR',
  'UPDATE_ERROR',
  'DELETE_ERROR',
  'GET_ERROR',
]);

/** Whether an answer tells what has happened. */
export const isTold = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && (answer.ok || !unknownOutcome.has(answer.code ?? ''));
