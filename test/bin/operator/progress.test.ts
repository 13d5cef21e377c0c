import { expect, test, vi } from 'vitest';
import { progressOn } from '../../../bin/operator/progress.ts';

/** The output of a second of progress, and of a last text a minute later. */
function writtenBy({ isTTY, isTransient = false }: { isTTY: boolean; isTransient?: boolean }): string[] {
  vi.useFakeTimers({ toFake: ['performance'] });
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text.trim()) } as never;
  const progress = progressOn(stream, { isTransient });
  for (let row = 0; row <= 100; row += 1) {
    progress.show(`${row} rows`);
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(60_000);
  progress.show('101 rows');
  progress.end();
  vi.useRealTimers();
  return written;
}

test.each([
  ['a terminal is shown all the time', true, 12],
  ['a file is shown at first and a minute later', false, 2],
])('progress on %s', (_, isTTY, times) => {
  const written = writtenBy({ isTTY });

  expect(written.filter((text) => text.includes('rows'))).toHaveLength(times);
  expect(written.join()).toMatch(/^0 rows.*,101 rows/);
});

test('progress before a result leaves nothing on a terminal, and no line of the first seconds in a file', () => {
  expect(writtenBy({ isTTY: true, isTransient: true }).at(-1)).toBe('\u001b[K');
  expect(writtenBy({ isTTY: false, isTransient: true })).toEqual(['101 rows']);
});
