import type { ErrorCode } from './api.ts';
import { StoreCommerceError } from './errors.ts';

/** What an answer over HTTP tells beside its code and its message. */
interface Answered {
  status: number;
  requestId: string | undefined;
  retryAfter: number | undefined;
  param: string | undefined;
}

/** A function that refused, or failed: `INTERNAL_ERROR`, and what it was to do may have been done. */
export class FunctionError extends StoreCommerceError {
  static {
    FunctionError.prototype.name = 'FunctionError';
  }
  /** A code of the contract. */
  readonly code: ErrorCode;
  /** HTTP status; undefined if the function was invoked on AWS, as are the fields that follow. */
  readonly status: number | undefined;
  /** Names the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Seconds after which the call may be made again, if the answer contains them. */
  readonly retryAfter: number | undefined;
  /** The field whose rule is broken, if it is one. */
  readonly param: string | undefined;

  constructor(code: ErrorCode, message: string, answered?: Answered) {
    super(message);
    this.code = code;
    this.status = answered?.status;
    this.requestId = answered?.requestId;
    this.retryAfter = answered?.retryAfter;
    this.param = answered?.param;
  }
}
