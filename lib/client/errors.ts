import type { ErrorCode } from './api.ts';

/** What every error of this package extends; by itself it tells of a call that could not be made as it was given. */
export class StoreCommerceError extends Error {}

/** Where an answer comes from, and what it says about itself. */
interface Refusal {
  status: number;
  /** A code of the contract; undefined where something other than the service answered. */
  code: ErrorCode | undefined;
  message: string;
  requestId: string | undefined;
  retryAfter: number | undefined;
  param?: string | undefined;
}

/** A call that the service refused. `message` says why in the service's own words. */
export class ApiError extends StoreCommerceError {
  /** HTTP status. */
  readonly status: number;
  /** A code of the contract; undefined where something other than the service answered. */
  readonly code: ErrorCode | undefined;
  /** Names the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Seconds after which the call may be made again, where the answer says so. */
  readonly retryAfter: number | undefined;
  /** The field or filter whose rule is broken, where it is one: where a form marks it. */
  readonly param: string | undefined;

  constructor({ status, code, message, requestId, retryAfter, param }: Refusal) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.param = param;
  }
}

/** 400: a field, a filter or the body breaks a rule, which `message` names. */
export class InvalidRequestError extends ApiError {}

/** 401: the API key is absent, malformed, unknown or revoked. */
export class AuthenticationError extends ApiError {}

/** 403: the API key lacks the permission. */
export class PermissionError extends ApiError {}

/** 404: what an id or a filter names does not exist in this store. */
export class NotFoundError extends ApiError {}

/** 409: a name is taken, or an idempotency key was used with another request. */
export class ConflictError extends ApiError {}

/** 429: the window of the API key is used up; `retryAfter` tells when the next begins. */
export class RateLimitError extends ApiError {}

/** 5xx: the service failed. A call that writes may have taken effect. */
export class ServerError extends ApiError {}

/** No answer came, or one that could not be read. A call that writes may have taken effect. */
export class ConnectionError extends StoreCommerceError {}

/** No answer came in time. */
export class TimeoutError extends ConnectionError {}

/** With `strict`: the call has fields that the operation does not have. Nothing was sent. */
export class UnknownFieldsError extends StoreCommerceError {
  readonly fields: readonly string[];

  constructor(what: string, fields: readonly string[]) {
    super(`${what} has no field ${fields.join(', ')}: nothing was sent`);
    this.fields = fields;
  }
}

/** A program that is minified has other names for the classes, and its logs still have these. */
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

/** The error of a refusal, of the class that its status has. */
export function refusalError(refusal: Refusal): ApiError {
  const Refused = byStatus.get(refusal.status) ?? (refusal.status >= 500 ? ServerError : ApiError);
  return new Refused(refusal);
}
