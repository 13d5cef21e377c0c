import { expect, test } from 'vitest';
import { timeIn } from '../../../bin/command-line/times.ts';

const now = Date.parse('2026-01-31T12:34:56.789Z');

test.each([
  ['now', '2026-01-31T12:34:56Z'],
  ['today', '2026-01-31T00:00:00Z'],
  ['Tomorrow', '2026-02-01T00:00:00Z'],
  ['yesterday', '2026-01-30T00:00:00Z'],
  ['2027-01-31', '2027-01-31T00:00:00Z'],
  ['2027-01-31T09:00:00+01:00', '2027-01-31T09:00:00+01:00'],
  ['30m', '2026-01-31T13:04:56Z'],
  ['12h', '2026-02-01T00:34:56Z'],
  ['90d', '2026-05-01T12:34:56Z'],
  ['2W', '2026-02-14T12:34:56Z'],
])('%s is the time %s', (text, time) => {
  expect(timeIn(text, 'ahead', now)).toBe(time);
});

test('a duration counts back where a time in the past is expected', () => {
  expect(timeIn('12h', 'ago', now)).toBe('2026-01-31T00:34:56Z');
});

test.each(['', 'soon', '90', '90 days', '-1d', '2027-02-30', '2027-01-31 09:00', '31.01.2027', '100000d'])(
  '%j is not a time',
  (text) => {
    expect(timeIn(text, 'ahead', now)).toBeUndefined();
  },
);
