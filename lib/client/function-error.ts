import type { ErrorCode } from './api.ts';
import { StoreCommerceError } from './errors.ts';

/** Details of an error response over HTTP, in addition to code and message. */
interface Answered {
  status: number;
  requestId: string | undefined;
  retryAfter: number | undefined;
  param: string | undefined;
  helpUrl: string | undefined;
}

/** The function refused the call or failed. With the code `INTERNAL_ERROR`, the call may have taken effect. */
export class FunctionError extends StoreCommerceError {
  static {
    FunctionError.prototype.name = 'FunctionError';
  }
  /** A code of the contract. */
  readonly code: ErrorCode;
  /** HTTP status. This and the following fields are undefined if the function was invoked on AWS. */
  readonly status: number | undefined;
  /** Id of the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Seconds to wait before a retry, if the response has `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The first invalid field, if any. */
  readonly param: string | undefined;
  /** The page of the service that explains the code and what to do. */
  readonly helpUrl: string | undefined;

  constructor(code: ErrorCode, message: string, answered?: Answered) {
    super(message);
    this.code = code;
    this.status = answered?.status;
    this.requestId = answered?.requestId;
    this.retryAfter = answered?.retryAfter;
    this.param = answered?.param;
    this.helpUrl = answered?.helpUrl;
  }
}
