import { onTestFinished, vi } from 'vitest';
import { toTimestamp } from '../../../lib/schema/times.ts';

/** Lets the service's clock show a time until the test ends; timers run as before. */
export function setClock(time: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

/** Lets so many seconds pass until the test ends. */
export const later = (seconds: number): void => setClock(toTimestamp(Date.now() + seconds * 1000));

/** So many seconds ago. */
export const earlier = <T>(seconds: number, work: () => Promise<T>): Promise<T> =>
  withClock((now) => now - seconds * 1000, work);

/** Within one second of the past, `YYYY-MM-DDThh:mm:ssZ`. */
export const atTime = <T>(time: string, work: () => Promise<T>): Promise<T> => withClock(() => Date.parse(time), work);

async function withClock<T>(shown: (now: number) => number, work: () => Promise<T>): Promise<T> {
  const { now } = Date;
  Date.now = () => shown(now());
  try {
    return await work();
  } finally {
    Date.now = now;
  }
}
