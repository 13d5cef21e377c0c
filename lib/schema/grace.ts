import { toTimestamp } from './times.ts';

/**
 * The clocks of two functions differ by seconds. What takes something away for its age waits that much longer than what
 * still grants it, so that nobody who is in time by their own clock finds it gone (decisions, "Gift cards").
 */
export const graceSeconds = 5;

/** The time that everybody's clock has passed where this one shows `now`. */
export const certainlyPast = (now: string): string => secondsBefore(now, graceSeconds);

/** The time so many seconds before another. */
export const secondsBefore = (time: string, seconds: number): string => toTimestamp(Date.parse(time) - seconds * 1000);
