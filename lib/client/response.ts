/** What answers say. */
import type { ErrorCode } from './api.ts';
import type { ResponseInfo } from './call.ts';
import { type ApiError, ConnectionError, refusalError } from './errors.ts';
import type { Redact } from './secrets.ts';

export function infoOf({ status, headers }: Response): ResponseInfo {
  return {
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    replayed: headers.get('X-Idempotency-Replayed') === 'true',
    rateLimit: {
      limit: numberOf(headers.get('X-Ratelimit-Limit')),
      remaining: numberOf(headers.get('X-Ratelimit-Remaining')),
      reset: numberOf(headers.get('X-Ratelimit-Reset')),
    },
  };
}

/** The data of an answer. Throws a `ConnectionError` where there is none: something on the way answered, not the service. */
export function answerOf<T>(status: number, text: string, what: string): T {
  if (status === 204) return undefined as T;
  const data = parsed(text);
  if (data === undefined) throw new ConnectionError(`${what} was answered ${status} with what is no JSON`);
  return data as T;
}

/** The error of an answer that is no success. One that leads elsewhere is no answer: nothing follows it with a key. */
export function refusalOf(
  response: Response,
  text: string,
  { what, redact }: { what: string; redact: Redact },
): ApiError {
  const { status, headers } = response;
  const envelope = parsed(text);
  const { error, code } = typeof envelope === 'object' && envelope !== null ? (envelope as Partial<Envelope>) : {};
  return refusalError({
    status,
    // A code is a word of the contract's, whatever else something on the way may answer.
    code: typeof code === 'string' && redact(code) === code ? code : undefined,
    message: typeof error === 'string' ? redact(error) : `${what} was answered ${status || 'with a redirection'}`,
    requestId: redact(headers.get('X-Request-Id') ?? '') || undefined,
    retryAfter: secondsOf(headers.get('Retry-After')),
    param: paramOf(headers.get('X-Error-Field')),
  });
}

/** The first wrong field, as a call of this package has it: a filter without its question mark. A header is no field of a call. */
function paramOf(named: string | null): string | undefined {
  const [first = ''] = named?.split(', ') ?? [];
  return /^\??[\w.[\]]{1,200}$/.test(first) ? first.replace('?', '') : undefined;
}

/** The contract's error envelope. */
interface Envelope {
  error: string;
  code: ErrorCode;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const numberOf = (header: string | null): number | undefined =>
  header !== null && /^\d+(?:\.\d+)?$/.test(header.trim()) ? Number(header) : undefined;

/** Seconds that a `Retry-After` asks for, in seconds or as a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = numberOf(header);
  if (seconds !== undefined) return seconds;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}
