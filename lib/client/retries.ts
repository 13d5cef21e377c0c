/** When an attempt is followed by another, and after how long. */
import { ApiError, ConnectionError } from './errors.ts';

interface Patience {
  maxRetries: number;
  signal: AbortSignal | undefined;
  /** Told of each attempt that another follows. */
  onRetry?(tried: number, told: { error: Error; milliseconds: number }): void;
}

/** What may have been an accident: of a broken connection, a time-out and 429 too, that the same request is made again. */
const passing = new Set([429, 500, 502, 503, 504]);

/** What a 429 says of a window that is used up. One that says something else refuses what was asked, such as codes that are guessed. */
const usedUp = 'Rate limit exceeded';

/** A wait that the service asks for is kept up to this many seconds; whoever is asked for more ends with the refusal. */
const longestWait = 60;

/**
 * Milliseconds after the first attempt in which another may follow: the service recognizes a repeat for 24 hours. A machine may sleep while
 * a call waits.
 */
const longestCall = 23 * 3_600_000;

const firstBackoff = 500;
const longestBackoff = 8000;

/** Retries after accidents. `tried` counts earlier attempts. Rejects with the last attempt's error, or at once with the signal's reason. */
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

/** Milliseconds since now. One clock may stand still while the machine sleeps, the other may be set back. */
function stopwatch(): () => number {
  const [time, steady] = [Date.now(), performance.now()];
  return () => Math.max(Date.now() - time, performance.now() - steady);
}

/** Milliseconds before an attempt that follows on an error, or undefined where none may. */
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

/** The most that a timer can wait for. */
const longestTimer = 2 ** 31 - 1;

interface Bounds {
  signal: AbortSignal | undefined;
  /** Milliseconds, and what it fails with when they have passed. */
  limit?: { timeout: number; late: () => Error };
}

/**
 * Runs work that can be stopped by a signal. Rejects at the time-out, or when the outer signal is aborted with its reason, even if the work
 * goes on.
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
