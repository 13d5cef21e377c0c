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

/**
 * A row that a field's declaration implies: fields of a body or a query that break a rule. The rule determines the code and
 * message.
 */
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

interface ErrorOptions {
  cause?: unknown;
  headers?: Readonly<Record<string, string>>;
  fields?: readonly string[];
}

/**
 * The one error that reaches a caller: its code determines the HTTP status, and its message is the envelope's `error`.
 * `cause` is for the log only; `headers` are sent with the envelope. `fields` are the wrong fields, as `X-Error-Field` lists them
 * (decisions, "Everywhere").
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: readonly string[];

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'ApiError';
    this.code = code;
    this.headers = options.headers ?? {};
    this.fields = options.fields ?? [];
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

export const notFound = (message = 'Resource not found'): ApiError => new ApiError('NOT_FOUND', message);
export const invalidField = (message: string, ...fields: string[]): ApiError =>
  new ApiError('INVALID_FIELD', message, { fields });
export const missingField = (message: string, ...fields: string[]): ApiError =>
  new ApiError('MISSING_FIELD', message, { fields });
export const duplicate = (...fields: string[]): ApiError =>
  new ApiError('DUPLICATE', 'Resource already exists', { fields });

export const usedKey = (): ApiError =>
  new ApiError('IDEMPOTENCY_KEY_REUSED', 'Idempotency-Key was used with a different request', {
    fields: ['Idempotency-Key'],
  });

/** The headers of an error: where its code is explained, and which fields are wrong (decisions, "Everywhere"). */
export const helpOn = (code: string, fields: readonly string[] = []): Record<string, string> => ({
  Link: `</docs/errors.html#${code}>; rel="help"`,
  ...(fields.length > 0 && { 'X-Error-Field': fields.join(', ') }),
});

/** Whether a value of the schema may be omitted. */
export const isOptional = (schema: z.ZodMiniType): boolean => schema.safeParse(undefined).success;

interface Wording {
  /** The first character of names of query parameters. */
  prefix?: '?' | '';
  /** Whether the message lists every broken rule; the contract's messages are about the first. */
  all?: boolean;
}

/**
 * Parses a value with the schema. Throws `code`, or `MISSING_FIELD` if the message of the first broken rule ends in
 * "is required".
 */
export function parse<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  code: ErrorCode,
  wording?: Wording,
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusalOf(result.error.issues, code, wording);
}

/** A broken rule, and the field that breaks it. */
export interface Issue {
  message: string;
  path?: readonly PropertyKey[];
}

/** The largest number of rules in a message, and of fields in a header. */
const rulesListed = 10;
const fieldsNamed = 100;

/** The error for a value that breaks these rules. It lists the wrong fields, in the schema's order. */
export function refusalOf(
  issues: readonly Issue[],
  code: ErrorCode,
  { prefix = '', all = false }: Wording = {},
): ApiError {
  const messages = [...new Set(issues.map(({ message }) => message))];
  const [first = 'Invalid input'] = messages;
  const names = issues.map(({ path = [] }) => nameOf(path)).filter((name) => name !== '');
  const fields = [...new Set(names)].slice(0, fieldsNamed).map((name) => `${prefix}${name}`);
  const isMissing = first.endsWith(' is required') && code === 'INVALID_FIELD';
  const message = all ? messages.slice(0, rulesListed).join('; ') : first;
  return new ApiError(isMissing ? 'MISSING_FIELD' : code, message, { fields });
}

/** The name of a field by its path, such as `order.lines[2].quantity`, as far as a header can hold it. */
function nameOf(path: readonly PropertyKey[]): string {
  const unnamed = path.findIndex((part) => !/^[\w-]{1,64}$/.test(String(part)));
  const named = unnamed < 0 ? path : path.slice(0, unnamed);
  return named
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .slice(1);
}

/** The error for one upload too many. */
export const tooManyUploads = {
  code: 'INVALID_FIELD',
  message: `At most ${limits.openUploads} uploads of a store can be open at once`,
  when: `the store has this many open uploads; finishing or canceling one makes room within ${limits.openUploadsCounted} seconds`,
} as const satisfies ErrorRow;
