/** What the console waits for: the rate limit of the key, and the network. */
import { signal } from '@preact/signals';
import { RateLimitError } from '../../../../lib/client/store-commerce.ts';

/** When the next window of the key begins, in milliseconds since 1970; 0 where nothing waits. */
export const limitedUntil = signal(0);

export const isOnline = signal(navigator.onLine);

addEventListener('online', () => {
  isOnline.value = true;
});
addEventListener('offline', () => {
  isOnline.value = false;
});

/** Shows that calls wait, until then. */
export function waitsUntil(time: number): void {
  if (time <= limitedUntil.peek()) return;
  limitedUntil.value = time;
  setTimeout(
    () => {
      if (limitedUntil.peek() <= Date.now()) limitedUntil.value = 0;
    },
    time - Date.now() + 50,
  );
}

/** Seconds after a 429 that does not say how many. */
const usualWait = 5;

/**
 * Makes a call, again after each `Retry-After`, until the rate limit lets it through. Rejects with any other error, and if the wait is longer
 * than `longest` seconds.
 */
export async function untilAdmitted<T>(
  call: () => Promise<T>,
  signal?: AbortSignal,
  longest = Number.POSITIVE_INFINITY,
): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error;
      const seconds = error.retryAfter ?? usualWait;
      if (seconds > longest) throw error;
      const milliseconds = seconds * 1000;
      waitsUntil(Date.now() + milliseconds);
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      signal?.throwIfAborted();
    }
  }
}
