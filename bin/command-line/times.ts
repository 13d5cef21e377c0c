/** Times as people write them. */
import { parseRfc3339, toTimestamp } from '../../lib/schema/times.ts';

const milliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Days from today. */
const days = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);

/** Whether a duration counts from now into the future or into the past. */
export type Direction = 'ahead' | 'ago';

/** Examples for errors and help. */
export const timeExamples: Readonly<Record<Direction, string>> = {
  ahead: '2027-01-31, 2027-01-31T09:00:00Z, tomorrow, or 90d, 12h or 30m from now',
  ago: '2027-01-31, 2027-01-31T09:00:00Z, yesterday, or 90d, 12h or 30m ago',
};

/**
 * The RFC 3339 time of a text: such a time, a date, `now`, `today`, `tomorrow`, `yesterday`, or a number of minutes, hours, days or weeks
 * from `now` (`30m`, `12h`, `90d`, `2w`). Days begin at midnight UTC, because the service shows all times in UTC. Undefined for any other
 * text.
 */
export function timeIn(text: string, direction: Direction, now: number): string | undefined {
  const given = text.trim().toLowerCase();
  if (given === 'now') return toTimestamp(now);
  const day = days.get(given);
  if (day !== undefined) return midnight(now + day * milliseconds.d);
  const [, count, unit] = /^(\d{1,5})([mhdw])$/.exec(given) ?? [];
  if (unit !== undefined) {
    const length = Number(count) * milliseconds[unit as keyof typeof milliseconds];
    return toTimestamp(direction === 'ahead' ? now + length : now - length);
  }
  const time = /^\d{4}-\d\d-\d\d$/.test(given) ? `${given}T00:00:00Z` : text.trim();
  return parseRfc3339(time) === undefined ? undefined : time;
}

const midnight = (time: number): string => `${toTimestamp(time).slice(0, 10)}T00:00:00Z`;
