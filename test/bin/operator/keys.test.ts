import { expect, test, vi } from 'vitest';
import { timeAfter } from '../../../bin/operator/stores.ts';

test('--expires takes a number of days, and any other text as the time that it is', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T12:00:00Z') });

  expect(timeAfter('90d')).toBe('2026-04-01T12:00:00.000Z');
  expect(timeAfter('2027-01-31T09:00:00Z')).toBe('2027-01-31T09:00:00Z');
  expect(timeAfter('90 days')).toBe('90 days');
  expect(timeAfter(undefined)).toBeUndefined();
  vi.useRealTimers();
});
