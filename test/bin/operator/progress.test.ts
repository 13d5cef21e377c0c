import { expect, test, vi } from 'vitest';
import { progressOn } from '../../../bin/operator/progress.ts';

test.each([
  ['a terminal is shown all the time', true, 12],
  ['a file is shown at first and a minute later', false, 2],
])('progress on %s', (_, isTTY, times) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const written: string[] = [];
  const progress = progressOn({ isTTY, write: (text: string) => written.push(text.trim()) } as never);
  for (let row = 0; row <= 100; row += 1) {
    progress.show(`${row} rows`);
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(60_000);
  progress.show('101 rows');
  progress.end();
  vi.useRealTimers();

  expect(written.filter((text) => text.includes('rows'))).toHaveLength(times);
  expect(written.join()).toMatch(/^0 rows.*,101 rows/);
});
