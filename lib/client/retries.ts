/** Decides when to retry, and after which pause. */
import { ApiError, ConnectionError } from './errors.ts';

interface Patience {
  maxRetries: number;
  signal: AbortSignal | undefined;
  /** Called for each failed attempt before a retry. */
  onRetry?(tried: number, retry: { error: Error; milliseconds: number }): void;
}

/** Statuses that a retry can fix. */
const passing = new Set([429, 500, 502, 503, 504]);

/** Message of a 429 of the rate limit. A 429 with another message refuses the request itself, such as guessed codes. */
const usedUp = 'Rate limit exceeded';

/** Longest `Retry-After` in seconds that the client waits for; above it, the call fails with the refusal. */
const longestWait = 60;

/**
 * Milliseconds after the first attempt in which a retry is allowed: the service recognizes a repeat for 24 hours. A machine may sleep while
 * a call waits.
 */
const longestCall = 23 * 3_600_000;

const firstBackoff = 500;
const longestBackoff = 8000;

/** Retries after transient errors. `tried` counts earlier attempts. Rejects with the error of the last attempt, or at once with the signal's reason. */
export async function retrying<T>(
  { maxRetries, signal, onRetry }: Patience,
  attempt: (tried: number) => Promise<T>,
  waitFor: (error: unknown, tried: number) => number | undefined = waitBefore,
): Promise<T> {
  const age = stopwatch();
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt(tried);
    } catch (error) {
      signal?.throwIfAborted();
      const wait = tried < maxRetries ? waitFor(error, tried) : undefined;
      if (wait === undefined) throw error;
      onRetry?.(tried, { error: error as Error, milliseconds: wait });
      await pause(wait, signal);
      if (age() >= longestCall) throw error;
    }
  }
}

/** Measures milliseconds from now. One clock may stop while the machine sleeps; the other may be set back. */
function stopwatch(): () => number {
  const [time, steady] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - time, performance.now() - steady);
}

/** Milliseconds to wait before a retry after an error, or undefined if there must be no retry. */
export function waitBefore(error: unknown, tried: number): number | undefined {
  if (error instanceof ConnectionError) return backoff(tried);
  if (!(error instanceof ApiError) || !passing.has(error.status)) return undefined;
  if (error.code === 'RATE_LIMIT_EXCEEDED' && error.message !== usedUp) return undefined;
  if (error.retryAfter === undefined) return backoff(tried);
  return error.retryAfter <= longestWait ? error.retryAfter * 1000 : undefined;
}

/** Exponential backoff with full jitter. */
export const backoff = (tried: number): number => Math.random() * Math.min(longestBackoff, firstBackoff * 2 ** tried);

/** Rejects with the signal's reason as soon as it is aborted. */
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });

/** Longest time in milliseconds that a timer can wait. */
const longestTimer = 2 ** 31 - 1;

interface Bounds {
  signal: AbortSignal | undefined;
  /** Timeout in milliseconds, and the error after it. */
  limit?: { timeout: number; late: () => Error };
}

/**
 * Runs work that a signal can stop. Rejects at the timeout, or with the reason of the outer signal when it is aborted, even if the work
 * continues.
 */
export function bounded<T>({ signal, limit }: Bounds, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const inner = new AbortController();
    const stop = (reason: unknown) => {
      cleanUp();
      inner.abort(reason);
      reject(reason);
    };
    const abort = () => stop(signal?.reason);
    const isTimed = limit && limit.timeout <= longestTimer;
    const timer = isTimed ? setTimeout(() => stop(limit.late()), limit.timeout) : undefined;
    const cleanUp = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    signal?.addEventListener('abort', abort, { once: true });
    work(inner.signal).then(resolve, reject).finally(cleanUp);
  });
}
