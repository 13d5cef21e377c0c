/** Errors as results of tools: the API's own message and code, and advice for the agent. */
import { ApiError, RateLimitError, ServerError } from '../../lib/client/errors.ts';
import type { Operation } from '../../lib/schema/operation.ts';
import { adviceOn } from '../reference/openapi/errors.ts';
import { FileError } from './files.ts';

/** A call that the server itself refuses; nothing was sent. The code is one of the contract. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
  readonly code: 'MISSING_FIELD' | 'INVALID_FIELD';
  readonly param: string;

  constructor(code: WrongArguments['code'], message: string, param: string) {
    super(message);
    this.code = code;
    this.param = param;
  }
}

/** The content of an error result; absent fields are unknown. */
interface Refusal {
  error: string;
  code?: string | undefined;
  status?: number | undefined;
  /** The first wrong field. */
  param?: string | undefined;
  request_id?: string | undefined;
  what_to_do: string;
  /** The page of the service that explains the code. */
  help_url?: string | undefined;
}

/** Advice that differs from the reference, because the server sends headers and retries. */
const advice: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'Ask the user to restart this server with an API key that has not expired or been revoked.',
  FORBIDDEN: 'Ask the user to restart this server with an API key that has the required permission and area.',
  PAYLOAD_TOO_LARGE: 'Send less.',
};

/** The refusal for an error of a call. */
export function refusalOf(operation: Operation, error: unknown): Refusal {
  if (error instanceof WrongArguments) {
    return { error: error.message, code: error.code, param: error.param, what_to_do: adviceOn(operation, error) };
  }
  if (error instanceof FileError) {
    return { error: error.message, code: 'INVALID_FIELD', param: 'file_path', what_to_do: 'Correct `file_path`.' };
  }
  if (error instanceof ApiError) {
    const { message, code, status, param, requestId, helpUrl } = error;
    const about = { code, status, param, request_id: requestId, help_url: helpUrl };
    return { error: message, ...about, what_to_do: adviceOnAnswer(operation, error) };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { error: message, what_to_do: again(operation) };
}

function adviceOnAnswer(operation: Operation, error: ApiError): string {
  if (error instanceof RateLimitError) {
    return `Wait ${error.retryAfter === undefined ? 'a minute' : `${error.retryAfter} seconds`}, then repeat the same call.`;
  }
  if (error instanceof ServerError) return again(operation);
  if (error.code === undefined) return 'Ask the user to check the base URL of this server.';
  return advice[error.code] ?? adviceOn(operation, { code: error.code, message: error.message });
}

/** The advice for a call with an unknown effect. */
const again = ({ method, upload, readOnly }: Operation): string =>
  method === 'GET' || readOnly || upload
    ? 'Repeat the call.'
    : 'The call may have taken effect. Repeat it with the same arguments: this server makes sure that it takes effect once.';
