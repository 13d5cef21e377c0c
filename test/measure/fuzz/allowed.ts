/** What operations and functions may answer: success as their schema has it, or an error of their table or of the chain. */
import { rowOf } from '../../../bin/reference/openapi/errors.ts';
import { type ErrorCode, errorStatus } from '../../../lib/schema/errors.ts';
import type { Invocable } from '../../../lib/schema/invocable.ts';
import { type Operation, replays, takesIdempotencyKey } from '../../../lib/schema/operation.ts';
import type { Response } from '../../support/http/documented.ts';
import type { Refusal } from '../../support/invoke.ts';

const chainCodes = ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMIT_EXCEEDED', 'MISSING_FIELD'] as const;
const keyedCodes = ['INVALID_FIELD'] as const;
const replayedCodes = ['IDEMPOTENCY_KEY_REUSED'] as const;

function codesOf(operation: Operation): Set<ErrorCode> {
  const { query, invalidQuery, body, errors } = operation;
  return new Set<ErrorCode>([
    ...chainCodes,
    ...(takesIdempotencyKey(operation) ? keyedCodes : []),
    ...(replays(operation) ? replayedCodes : []),
    ...(query ? [invalidQuery ?? 'INVALID_FIELD'] : []),
    ...(body ? (['INVALID_JSON', 'INVALID_FIELD'] as const) : []),
    ...errors.map((row) => rowOf(operation, row).code),
  ]);
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in errorStatus;

/** What is wrong with a reply, or undefined. */
export function faultOf(operation: Operation, { status, headers, body }: Response): string | undefined {
  if (!headers['x-request-id']) return 'no X-Request-Id';
  if (status < 300) return faultOfSuccess(operation, status, body);
  if (status >= 500) return `status ${status}: ${JSON.stringify(body)}`;
  if (headers['content-type'] !== 'application/json') return `content type ${headers['content-type']}`;
  if (Object.keys(body ?? {}).join() !== 'error,code') return `no envelope: ${JSON.stringify(body)}`;
  const code: unknown = body.code;
  if (!isErrorCode(code) || !codesOf(operation).has(code)) return `code ${code} is not this operation's`;
  if (errorStatus[code] !== status) return `status ${status} with ${code}`;
  return typeof body.error === 'string' && body.error.trim() !== '' ? undefined : 'no message';
}

function faultOfSuccess({ success }: Operation, status: number, body: unknown): string | undefined {
  if (status !== success.status) return `status ${status}, not ${success.status}`;
  if (!success.schema) return body === undefined ? undefined : 'a body where there is none';
  const parsed = success.schema.safeParse(body);
  return parsed.success ? undefined : parsed.error.message;
}

/** Refusals of every function besides its own ones (Storefront page, "Refusals"). */
const sharedRefusals: readonly string[] = ['MISSING_FIELD', 'INVALID_FIELD'];

const longestMessage = 200;

/** What is wrong with a refusal of a function, or undefined. */
export function faultOfRefusal(
  { errors, switch: setting }: Invocable,
  { errorType: code, errorMessage: message }: Partial<Refusal>,
): string | undefined {
  const refusal = `${code}: ${message}`;
  if (message === undefined || !/^[^\n]+$/.test(message) || message.length > longestMessage) return refusal;
  if (sharedRefusals.includes(String(code))) return undefined;
  if (code === 'NOT_FOUND' && (message === 'Store not found' || setting !== undefined)) return undefined;
  // The failing rule says who may review, not the row.
  const isDeclared = errors.some((row) => row.code === code && (code === 'FORBIDDEN' || row.message === message));
  return isDeclared ? undefined : `${refusal} is not among its errors`;
}
