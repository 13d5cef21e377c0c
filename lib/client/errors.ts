import type { ErrorCode } from './api.ts';

/** Base class of all errors of this package. Thrown directly for an invalid call. */
export class StoreCommerceError extends Error {}

/** Fields of an error response. */
interface Refusal {
  status: number;
  /** A code of the contract; undefined where something other than the service answered. */
  code: ErrorCode | undefined;
  message: string;
  requestId: string | undefined;
  retryAfter: number | undefined;
  param?: string | undefined;
  helpUrl?: string | undefined;
}

/** The service refused the call. `message` is the error text of the service. */
export class ApiError extends StoreCommerceError {
  /** HTTP status. */
  readonly status: number;
  /** A code of the contract; undefined where something other than the service answered. */
  readonly code: ErrorCode | undefined;
  /** Names the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the response has `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The first invalid field or filter, if any, for example to mark it in a form. */
  readonly param: string | undefined;
  /** The page of the service that explains the code and what to do; undefined where something other than the service answered. */
  readonly helpUrl: string | undefined;

  constructor({ status, code, message, requestId, retryAfter, param, helpUrl }: Refusal) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.param = param;
    this.helpUrl = helpUrl;
  }
}

/** 400: a field, a filter or the body is invalid; see `message`. */
export class InvalidRequestError extends ApiError {}

/** 401: the API key is absent, malformed, unknown or revoked. */
export class AuthenticationError extends ApiError {}

/** 403: the API key lacks the permission. */
export class PermissionError extends ApiError {}

/** 404: an id or a filter refers to a record that does not exist in this store. */
export class NotFoundError extends ApiError {}

/** 409: a value is already in use, or the idempotency key belongs to another request. */
export class ConflictError extends ApiError {}

/** 429: the API key has reached its rate limit; `retryAfter` is the number of seconds until the next window. */
export class RateLimitError extends ApiError {}

/** 5xx: the service failed. A call that writes may have taken effect. */
export class ServerError extends ApiError {}

/** No response arrived, or it could not be read. A call that writes may have taken effect. */
export class ConnectionError extends StoreCommerceError {}

/** No response arrived in time. */
export class TimeoutError extends ConnectionError {}

/** With `strict`: the call has unknown fields. Nothing was sent. */
export class UnknownFieldsError extends StoreCommerceError {
  readonly fields: readonly string[];

  constructor(what: string, fields: readonly string[]) {
    super(`${what} has no field ${fields.join(', ')}: nothing was sent`);
    this.fields = fields;
  }
}

/** Keeps the class names in logs of minified programs. */
const names = {
  StoreCommerceError,
  ApiError,
  InvalidRequestError,
  AuthenticationError,
  PermissionError,
  NotFoundError,
  ConflictError,
  RateLimitError,
  ServerError,
  ConnectionError,
  TimeoutError,
  UnknownFieldsError,
};
for (const [name, { prototype }] of Object.entries(names)) prototype.name = name;

const byStatus = new Map<number, typeof ApiError>([
  [400, InvalidRequestError],
  [401, AuthenticationError],
  [403, PermissionError],
  [404, NotFoundError],
  [409, ConflictError],
  [429, RateLimitError],
]);

/** Creates the error class for the status of a refusal. */
export function refusalError(refusal: Refusal): ApiError {
  const Refused = byStatus.get(refusal.status) ?? (refusal.status >= 500 ? ServerError : ApiError);
  return new Refused(refusal);
}
