import { expect, test } from 'vitest';
import { measureSituations } from './situations.ts';

test('a repeat counts the items of its cancelled transaction as written: no more than the create, and its count of the window', async () => {
  const measured = await measureSituations();
  const written = (name: string) => {
    const { writeUnits = 0, cancelledUnits = 0 } = measured.find((each) => each.name === name) ?? {};
    return { writeUnits, cancelledUnits };
  };
  const created = written('warm function, known key');

  expect(created.writeUnits).toBeGreaterThan(1);
  expect(created.cancelledUnits).toBe(0);
  for (const cancelled of ['a repeat', 'a key of another request']) {
    expect(written(cancelled)).toEqual({ writeUnits: 1, cancelledUnits: created.writeUnits - 1 });
  }
  expect(written('a window that is used up').cancelledUnits).toBe(0);
});
