/** Reads responses. */
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

/** The data of a response. Throws a `ConnectionError` if it is not JSON, because then a proxy responded instead of the service. */
export function answerOf<T>(status: number, text: string, what: string): T {
  if (status === 204) return undefined as T;
  const data = parsed(text);
  if (data === undefined) throw new ConnectionError(`${what} returned ${status} without JSON`);
  return data as T;
}

/** The error of a response without success. A redirect is an error, because the key must not be sent elsewhere. */
export function refusalOf(
  response: Response,
  text: string,
  { what, baseUrl, redact }: { what: string; baseUrl: string; redact: Redact },
): ApiError {
  const { status, headers } = response;
  const envelope = parsed(text);
  const { error, code } = typeof envelope === 'object' && envelope !== null ? (envelope as Partial<Envelope>) : {};
  return refusalError({
    status,
    // A proxy may return any code, so a code with a secret is dropped.
    code: typeof code === 'string' && redact(code) === code ? code : undefined,
    message: typeof error === 'string' ? redact(error) : `${what} was answered ${answeredBy(status)}`,
    requestId: redact(headers.get('X-Request-Id') ?? '') || undefined,
    retryAfter: secondsOf(headers.get('Retry-After')),
    param: paramOf(headers.get('X-Error-Field')),
    helpUrl: helpUrlOf(headers.get('Link'), baseUrl),
  });
}

/** The status of a response without the error envelope, which the service did not send. */
function answeredBy(status: number): string {
  const text = status === 0 ? 'with a redirection' : String(status);
  return status === 0 || status === 404 ? `${text}, but not by the service: check baseUrl` : text;
}

/** The first invalid field, as in calls of this package: a filter without its question mark. Names of headers are ignored. */
function paramOf(named: string | null): string | undefined {
  const [first = ''] = named?.split(', ') ?? [];
  return /^\??[\w.[\]]{1,200}$/.test(first) ? first.replace('?', '') : undefined;
}

/** The page that explains the error, on the origin of the service. A link of anything else is ignored. */
function helpUrlOf(link: string | null, baseUrl: string): string | undefined {
  const [, page] = /^<(\/docs\/errors\.html#[A-Z_]{1,64})>; rel="help"$/.exec(link ?? '') ?? [];
  return page === undefined ? undefined : new URL(page, baseUrl).href;
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

/** Seconds of a `Retry-After`, given in seconds or as a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = numberOf(header);
  if (seconds !== undefined) return seconds;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}
