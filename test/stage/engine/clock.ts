/** Time on the stage: it moves only where a player lets it pass. */

import { setImmediate as turn } from 'node:timers/promises';
import { toTimestamp } from '../../../lib/schema/times.ts';

const realNow = Date.now;
export const begin = Date.parse('2026-11-21T12:00:00Z');

let present = begin;

/** Milliseconds by which the clock is ahead that is read here and now. */
let skew = (): number => 0;

export const clock = {
  start(): void {
    present = begin;
    Date.now = () => present + skew();
  },
  /** Functions with a clock of their own read it ahead by so many milliseconds. */
  differBy(ahead: () => number): void {
    skew = ahead;
  },
  /** Milliseconds since 1970. */
  now: (): number => present,
  /** Does some work at another time, in milliseconds since 1970. */
  async at<T>(time: number, work: () => Promise<T>): Promise<T> {
    const before = present;
    present = time;
    try {
      return await work();
    } finally {
      present = before;
    }
  },
  pass(milliseconds: number): void {
    present += milliseconds;
  },
  stop(): void {
    Date.now = realNow;
  },
};

/** A time so many hours from now, as the contract writes it. */
export const inHours = (hours: number): string => toTimestamp(Date.now() + hours * 3_600_000);

/** What `setTimeout` gives in a run. */
export class Timer {
  readonly at: number;
  readonly fire: () => void;
  readonly cancel: () => void;

  constructor(at: number, fire: () => void, cancel: (timer: Timer) => unknown) {
    this.at = at;
    this.fire = fire;
    this.cancel = () => void cancel(this);
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** Waits until nothing moves any more: what was resumed has come to its next call, and no file is being read. */
export async function standstill(): Promise<void> {
  do {
    await turn();
    await turn();
  } while (process.getActiveResourcesInfo().some((name) => name.includes('Req')));
}
