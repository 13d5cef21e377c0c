/**
 * How long ago a line was begun. The service keeps a reply for 24 hours after its commit: until then the same request gets the same card,
 * later it would issue another one.
 */
import { uptime } from 'node:os';

/** Milliseconds since 1970. */
export type Clock = () => number;

/** A clock that goes on while the machine sleeps, and never goes back when the machine's time is set. */
export function steadyClock(time: Clock = Date.now, upSeconds: () => number = uptime): Clock {
  const begun = time() - upSeconds() * 1000;
  let latest = Number.NEGATIVE_INFINITY;
  return () => {
    latest = Math.max(latest, time(), begun + upSeconds() * 1000);
    return latest;
  };
}

/** Milliseconds after its first request in which a line may be asked for again: less than the reply is kept. */
const keptMilliseconds = 23 * 3_600_000;

/** By which an earlier run's time may be ahead of this one's: clocks are corrected a little all the time. */
const correctedMilliseconds = 300_000;

/** Whether it can no longer be told what became of a line. Where the machine's time was set back nobody knows how old a line is. */
export const isForgotten = (begunAt: string | undefined, now: number): boolean => {
  const age = now - Date.parse(begunAt ?? '');
  return !(age < keptMilliseconds && age > -correctedMilliseconds);
};

/** The earlier one of two times. */
export const earlier = (a: string, b: string): string => (Date.parse(b) < Date.parse(a) ? b : a);
