import type * as z from 'zod/mini';
import { limits } from './limits.ts';

/** Every error code a caller can see, with the HTTP status it owns (contract, "Errors"; decisions, "Authentication"). */
export const errorStatus = {
  MISSING_FIELD: 400,
  INVALID_JSON: 400,
  INVALID_FIELD: 400,
  INVALID_REQUEST_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  DUPLICATE: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  RATE_LIMIT_EXCEEDED: 429,
  LIST_ERROR: 500,
  CREATE_ERROR: 500,
  UPDATE_ERROR: 500,
  DELETE_ERROR: 500,
  GET_ERROR: 500,
  INTERNAL_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** One row of an operation's error table: what the caller gets, and when. */
export interface ErrorRow {
  code: ErrorCode;
  message: string;
  when: string;
}

/** A row that a field's declaration implies: fields of a body or a query that break a rule. Code and message are the rule's own. */
export interface BrokenRule {
  body?: object;
  query?: Readonly<Record<string, string>>;
  when: string;
}

export const notFoundWhen = (when: string, message = 'Resource not found'): ErrorRow => ({
  code: 'NOT_FOUND',
  message,
  when,
});

export const duplicateWhen = (when: string): ErrorRow => ({
  code: 'DUPLICATE',
  message: 'Resource already exists',
  when,
});

/**
 * The one error that reaches a caller: its code owns the HTTP status, its message is the envelope's `error`.
 * `cause` is for the log only; `headers` go out with the envelope.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; headers?: Record<string, string> } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'ApiError';
    this.code = code;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

export const notFound = (message = 'Resource not found'): ApiError => new ApiError('NOT_FOUND', message);
export const invalidField = (message: string): ApiError => new ApiError('INVALID_FIELD', message);
export const missingField = (message: string): ApiError => new ApiError('MISSING_FIELD', message);
export const duplicate = (): ApiError => new ApiError('DUPLICATE', 'Resource already exists');

/** Whether what a schema describes may be left out. */
export const isOptional = (schema: z.ZodMiniType): boolean => schema.safeParse(undefined).success;

/**
 * The value as the schema makes it. Throws the first broken rule: `MISSING_FIELD` where its message ends in "is
 * required", else `code`.
 */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown, code: ErrorCode): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusalOf(result.error.issues, code);
}

/** The refusal of a value for the first rule that it breaks. */
export function refusalOf([issue]: readonly { message: string }[], code: ErrorCode): ApiError {
  const message = issue?.message ?? 'Invalid input';
  return message.endsWith(' is required') && code === 'INVALID_FIELD'
    ? missingField(message)
    : new ApiError(code, message);
}

/** The refusal of one upload too many. */
export const tooManyUploads = {
  code: 'INVALID_FIELD',
  message: `At most ${limits.openUploads} uploads of a store can be open at once`,
  when: `the store has as many open; what is finished or abandoned makes room within ${limits.openUploadsCounted} seconds`,
} as const satisfies ErrorRow;
