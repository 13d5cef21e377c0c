import { describe, expect, test } from 'vitest';
import { earlier, isForgotten, steadyClock } from '../../../bin/operator/issue/journal.ts';

const hour = 3_600_000;

describe('the clock of a run', () => {
  const clocks = () => {
    const machine = { time: 1_000_000, up: 50 };
    return {
      machine,
      now: steadyClock(
        () => machine.time,
        () => machine.up,
      ),
    };
  };

  test('goes on by the time that the machine has been up where its time was set back', () => {
    const { machine, now } = clocks();

    machine.time -= 30 * hour;
    machine.up += 24 * 3600;

    expect(now()).toBe(1_000_000 + 24 * hour);
  });

  test('goes on with the time of the machine where its other clock stands still', () => {
    const { machine, now } = clocks();

    machine.time += 24 * hour;

    expect(now()).toBe(1_000_000 + 24 * hour);
  });

  test('never goes back', () => {
    const { machine, now } = clocks();
    machine.time += 5 * hour;
    now();

    machine.time -= 5 * hour;

    expect(now()).toBe(1_000_000 + 5 * hour);
  });
});

test.each([
  [0, false],
  [22.9, false],
  [23, true],
  [48, true],
  [-0.01, false],
  [-1, true],
  [Number.NaN, true],
])('a line started %f hours ago is forgotten: %s', (hours, forgotten) => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const at = Number.isNaN(hours) ? 'once' : new Date(now - hours * hour).toISOString();

  expect(isForgotten(at, now)).toBe(forgotten);
});

test('the earlier one of two times counts, in any order', () => {
  const [a, b] = ['2026-11-21T12:00:00.000Z', '2026-11-21T11:59:59.000Z'];

  expect([earlier(a, b), earlier(b, a)]).toEqual([b, b]);
});
