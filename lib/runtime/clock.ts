import type { Context } from 'aws-lambda';
import { toTimestamp } from '../schema/times.ts';

/** The current time as a timestamp of the contract: UTC, whole seconds, `YYYY-MM-DDThh:mm:ssZ`. */
export const timestampNow = (): string => toTimestamp(Date.now());

/** The remaining time of a function, as Lambda reports it. Tests may omit it; there is then no limit. */
export type TimeLeft = Partial<Pick<Context, 'getRemainingTimeInMillis'>>;

/** If fewer milliseconds are left, no further step begins: a commit under contention may take ten seconds. */
export const reserveMilliseconds = 15_000;

/**
 * API Gateway waits 29 seconds for a response: a later step would have no caller. A repeated request or a sweep
 * continues the work.
 */
export const lastStepAfterMilliseconds = 25_000;

/** A time limit under which no step begins later than `milliseconds` from now, even if the function has more time. */
export function stepsWithin(milliseconds: number, { getRemainingTimeInMillis: remaining }: TimeLeft): TimeLeft {
  if (!remaining) return {};
  const spare = Math.max(0, remaining() - milliseconds - reserveMilliseconds);
  return { getRemainingTimeInMillis: () => remaining() - spare };
}

/** Whether too little time is left for another step. */
export const isShort = (time: TimeLeft = {}): boolean =>
  (time.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY) < reserveMilliseconds;

/** Thrown in place of a step for which too little time is left: nothing of the step has started. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';

  constructor() {
    super('Too little time is left for another step');
  }
}
