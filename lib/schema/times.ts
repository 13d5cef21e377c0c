import * as z from 'zod/mini';
import { requiredOr } from './text.ts';

const rfc3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Milliseconds since 1970 of an RFC 3339 time of the years 1 to 9999 in any offset, or undefined. */
export function parseRfc3339(value: string): number | undefined {
  if (!rfc3339.test(value)) return undefined;
  const upper = value.toUpperCase();
  // Date.parse rolls over a day that the month lacks, and does not accept a leap second.
  const day = new Date(`${upper.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== upper.slice(0, 10)) return undefined;
  const milliseconds = Date.parse(upper.replace(/:60(?=[.Z+-])/, ':59'));
  const year = new Date(milliseconds).getUTCFullYear();
  return year >= 1 && year <= 9999 ? milliseconds : undefined;
}

/** An RFC 3339 time in any offset, normalized to the contract's shape, fraction dropped (decisions, "Values"). */
export function timestampInput(label: string) {
  const wrong = `${label} must be an RFC 3339 time`;
  return z.pipe(
    z.string({ error: requiredOr(`${label} is required`, wrong) }).check(
      z.refine((value) => parseRfc3339(value) !== undefined, { error: wrong, abort: true }),
      z.meta({ format: 'date-time' }),
    ),
    z.transform((value) => toTimestamp(parseRfc3339(value) ?? 0)),
  );
}

/** A time in milliseconds since 1970 as a timestamp; a fraction of a second is dropped. */
export const toTimestamp = (milliseconds: number): string => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;

/** Whole seconds since 1970 of a timestamp. */
export const toSeconds = (timestamp: string): number => Date.parse(timestamp) / 1000;

/** `YYYY-MM-DDThh:mm:ssZ`, as every timestamp is stored and returned. */
export const timestamp = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/), z.meta({ format: 'date-time' }));

/**
 * The clocks of two functions differ by seconds. A function that removes an expired item waits this much longer than
 * the functions that still grant it, so that a caller in time by any clock still finds it (decisions, "Gift cards").
 */
export const clockSkewSeconds = 5;

/** A time that every clock has passed when this one shows `now`. */
export const pastForAllClocks = (now: string): string => secondsBefore(now, clockSkewSeconds);

/** The time that is `seconds` before another time. */
export const secondsBefore = (time: string, seconds: number): string => toTimestamp(Date.parse(time) - seconds * 1000);
