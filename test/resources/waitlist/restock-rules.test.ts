import { describe, expect, test } from 'vitest';
import { nextProgress, totalProgress } from '../../../lib/resources/waitlist/restock-rules.ts';

const now = '2026-01-02T03:04:05Z';
const later = '2026-01-02T03:04:06Z';

const entries = (...sks: string[]) => sks.map((sk) => ({ sk }));

describe('the next progress of a part', () => {
  test('continues after the last entry and counts the notified shoppers', () => {
    const first = nextProgress({ part: 3, progress: undefined, entries: entries('a', 'b'), limit: 2, now });
    expect(first).toEqual({ part: 3, after: 'b', notified: 2, done: false, updated_at: now });

    const second = nextProgress({ part: 3, progress: first, entries: entries('c'), limit: 2, now: later });
    expect(second).toEqual({ part: 3, after: undefined, notified: 3, done: true, updated_at: later });
  });

  test('is the end where no entry is left, and keeps no place: it stands for an address', () => {
    const progress = { part: 0, after: 'b', notified: 2, done: false, updated_at: now };

    expect(nextProgress({ part: 0, progress, entries: [], limit: 2, now: later })).toEqual({
      ...progress,
      after: undefined,
      done: true,
      updated_at: later,
    });
  });

  test('is the end at once if no shopper waits', () => {
    const nobody = nextProgress({ part: 0, progress: undefined, entries: [], limit: 2, now });
    expect(nobody).toEqual({ part: 0, after: undefined, notified: 0, done: true, updated_at: now });
  });
});

describe('the progress of a restock', () => {
  const part = (number: number, fields: object = {}) => ({
    part: number,
    notified: 2,
    done: true,
    updated_at: now,
    ...fields,
  });

  test('is done once every part is, at the time of the last one', () => {
    expect(totalProgress([part(0), part(1, { updated_at: later }), part(2)], 3)).toEqual({
      notified: 6,
      done: true,
      finished_at: later,
    });
  });

  test.each([
    ['no part has begun', []],
    ['a part has not begun', [part(0)]],
    ['a part goes on', [part(0), part(1, { done: false })]],
  ])('is not done where %s', (_, progress) => {
    expect(totalProgress(progress, 2)).toEqual({ notified: 2 * progress.length, done: false, finished_at: null });
  });
});
