/** Dates as other systems write them, as timestamps in UTC. */
import { parseRfc3339, toTimestamp } from '../../../../lib/schema/times.ts';
import { Refusal } from '../row.ts';

/** How `03/04/2025` is read. */
export const dateOrders = ['day-first', 'month-first'] as const;

export type DateOrder = (typeof dateOrders)[number];

const time = String.raw`(?:[T,\s]{1,9}(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d{1,12})?)?\s{0,9}([AP]M)?)?\s{0,9}(Z|UTC|GMT|[+-]\d\d:?\d\d)?`;
const yearFirst = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${time}$`, 'i');
const yearLast = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${time}$`, 'i');

/** A date and what it leaves open. */
export interface ReadDate {
  /** When it is day first and month first, the same where the year comes first; undefined where there is no such time. */
  readings: Readonly<Record<DateOrder, string | undefined>>;
  hasTime: boolean;
  hasZone: boolean;
}

/** Reads a date without deciding about its order; a date without a zone is in UTC. Undefined where it is no date. */
export function readDate(text: string): ReadDate | undefined {
  const trimmed = text.trim();
  const [, year = '', month = '', day = '', ...rest] = yearFirst.exec(trimmed) ?? [];
  if (year !== '') {
    const only = timestampOf([year, month, day], rest);
    return { readings: { 'day-first': only, 'month-first': only }, ...toldBy(rest) };
  }
  const [, one = '', two = '', last = '', ...more] = yearLast.exec(trimmed) ?? [];
  if (last === '') return undefined;
  const readings = {
    'day-first': timestampOf([last, two, one], more),
    'month-first': timestampOf([last, one, two], more),
  };
  return { readings, ...toldBy(more) };
}

type Time = readonly (string | undefined)[];

const toldBy = ([hour, , , , zone]: Time) => ({ hasTime: hour !== undefined, hasZone: zone !== undefined });

function timestampOf([year, month, day]: [string, string, string], time: Time): string | undefined {
  const [hour = '0', minute = '00', second = '00', half, zone = 'Z'] = time;
  const hours = half === undefined ? hour : hourOf(hour, half);
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?/, '$1:') : 'Z';
  const clock = [hours, minute, second].map((part) => part.padStart(2, '0')).join(':');
  const milliseconds = parseRfc3339(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${clock}${offset}`);
  return milliseconds === undefined ? undefined : toTimestamp(milliseconds);
}

/** An hour of 1 to 12 on a clock of 24; any other hour as one that no clock has. */
function hourOf(hour: string, half: string): string {
  const number = Number(hour);
  if (number < 1 || number > 12) return '99';
  return String((number % 12) + (half.toUpperCase() === 'PM' ? 12 : 0));
}

/** The timestamp of a date in UTC. Throws a Refusal where it is none in this order. */
export function dateOf(text: string, order: DateOrder): string {
  const timestamp = readDate(text)?.readings[order];
  if (timestamp === undefined) throw new Refusal('must be a date, such as 2025-03-02 or 2025-03-02 10:12:00 UTC');
  return timestamp;
}

/** The last second that a date covers: that of its day where it has no time. */
export function endOf(text: string, order: DateOrder): string {
  const timestamp = dateOf(text, order);
  return readDate(text)?.hasTime ? timestamp : timestamp.replace('T00:00:00Z', 'T23:59:59Z');
}
