import { describe, expect, test } from 'vitest';
import { parseRfc3339, timestampInput } from '../../../lib/schema/times.ts';

describe('an RFC 3339 time', () => {
  test.each([
    ['2026-05-06T07:08:09Z', '2026-05-06T07:08:09Z'],
    ['2026-05-06t07:08:09z', '2026-05-06T07:08:09Z'],
    ['2026-05-06T07:08:09.999999999Z', '2026-05-06T07:08:09Z'],
    ['2026-05-06T07:08:09+02:00', '2026-05-06T05:08:09Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00Z'],
    ['2024-02-29T00:00:00-00:30', '2024-02-29T00:30:00Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59Z'],
  ])('%s is kept as %s', (given, kept) => {
    expect(timestampInput('expires_at').parse(given)).toBe(kept);
  });

  test.each([
    '2026-05-06',
    '2026-05-06T07:08Z',
    '2026-05-06 07:08:09Z',
    '2026-05-06T07:08:09',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-05-06T24:00:00Z',
    '2026-05-06T07:08:09+24:00',
    '2026-05-06T07:08:09+0200',
    '+12026-05-06T07:08:09Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    'tomorrow',
    '',
  ])('%j is refused', (given) => {
    expect(parseRfc3339(given)).toBeUndefined();
    expect(timestampInput('expires_at').safeParse(given).success).toBe(false);
  });
});
