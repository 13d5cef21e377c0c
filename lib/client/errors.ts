import type { ErrorCode } from './api.ts';

/** What every error of this package extends; by itself it tells of a call that could not be made as it was given. */
export class StoreCommerceError extends Error {
  static {
    StoreCommerceError.prototype.name = 'StoreCommerceError';
  }
}

/** Where an answer comes from, and what it says about itself. */
interface Refusal {
  status: number;
  /** A code of the contract; undefined where something other than the service answered. */
  code: ErrorCode | undefined;
  message: string;
  requestId: string | undefined;
  retryAfter: number | undefined;
}

/** A call that the service refused. `message` says why in the service's own words. */
export class ApiError extends StoreCommerceError {
  static {
    ApiError.prototype.name = 'ApiError';
  }
  /** HTTP status. */
  readonly status: number;
  /** A code of the contract; undefined where something other than the service answered. */
  readonly code: ErrorCode | undefined;
  /** Names the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Seconds after which the call may be made again, where the answer says so. */
  readonly retryAfter: number | undefined;

  constructor({ status, code, message, requestId, retryAfter }: Refusal) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** 400: a field, a filter or the body breaks a rule, which `message` names. */
export class InvalidRequestError extends ApiError {
  static {
    InvalidRequestError.prototype.name = 'InvalidRequestError';
  }
}

/** 401: the API key is absent, malformed, unknown or revoked. */
export class AuthenticationError extends ApiError {
  static {
    AuthenticationError.prototype.name = 'AuthenticationError';
  }
}

/** 403: the API key lacks the permission. */
export class PermissionError extends ApiError {
  static {
    PermissionError.prototype.name = 'PermissionError';
  }
}

/** 404: what an id or a filter names does not exist in this store. */
export class NotFoundError extends ApiError {
  static {
    NotFoundError.prototype.name = 'NotFoundError';
  }
}

/** 409: a name is taken, or an idempotency key was used with another request. */
export class ConflictError extends ApiError {
  static {
    ConflictError.prototype.name = 'ConflictError';
  }
}

/** 429: the window of the API key is used up; `retryAfter` tells when the next begins. */
export class RateLimitError extends ApiError {
  static {
    RateLimitError.prototype.name = 'RateLimitError';
  }
}

/** 5xx: the service failed. A call that writes may have taken effect. */
export class ServerError extends ApiError {
  static {
    ServerError.prototype.name = 'ServerError';
  }
}

/** No answer came, or one that could not be read. A call that writes may have taken effect. */
export class ConnectionError extends StoreCommerceError {
  static {
    ConnectionError.prototype.name = 'ConnectionError';
  }
}

/** No answer came in time. */
export class TimeoutError extends ConnectionError {
  static {
    TimeoutError.prototype.name = 'TimeoutError';
  }
}

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
