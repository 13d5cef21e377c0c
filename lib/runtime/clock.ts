import type { Context } from 'aws-lambda';
import { toTimestamp } from '../schema/times.ts';

/** The present as a timestamp of the contract: UTC, whole seconds, `YYYY-MM-DDThh:mm:ssZ`. */
export const timestampNow = (): string => toTimestamp(Date.now());

/** A function's time as Lambda reports it; the tests may omit it, and there is then no limit. */
export type TimeLeft = Partial<Pick<Context, 'getRemainingTimeInMillis'>>;

/** With fewer milliseconds left no further step begins: a commit that loses again and again takes ten seconds. */
export const reserveMilliseconds = 15_000;

/** Time in which no step begins later than `milliseconds` from now, however much of it a function has. */
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
