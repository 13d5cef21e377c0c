/** Work at another time: the service's clock shows it, timers run as before. */

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
