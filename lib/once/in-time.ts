import { isShort, OutOfTime, type TimeLeft } from '../runtime/clock.ts';
import type { Commit } from './unit-of-work.ts';

/**
 * Commits the steps of one piece of work as long as there is time, and throws `OutOfTime` from then on. Whoever continues the work
 * begins where the last commit ended. The first step is always committed, so that the work goes on however short the time is.
 */
export function inTime(commit: Commit, time: TimeLeft | undefined): Commit {
  let hasBegun = false;
  return async (step) => {
    if (hasBegun && isShort(time)) throw new OutOfTime();
    hasBegun = true;
    return commit(step);
  };
}
