/** How unkind AWS is in a run, beside the faults of single calls. Each run is spared some, so that none hides another. */
import type { Random } from './random.ts';

export interface Conditions {
  /** How many milliseconds each index may follow later, by its name; eventually consistent reads count as one. */
  lag(index: string): number;
  /** How often a Query or a BatchGetItem reads its items at several moments. */
  pieces: number;
  /** How often a transaction, or a conditional write of an object, holds what it writes while others go on. */
  held: number;
  /** Milliseconds by which the clocks of two functions differ at most. */
  clocksApart: number;
  /** Whether items have gone when their time has come; otherwise days later. */
  expiresOnTime: boolean;
}

const seconds = 1000;

export function conditionsOf(random: Random): Conditions {
  const lags = new Map<string, number>();
  const isLagging = random.chance(0.7);
  return {
    lag(index) {
      const known = lags.get(index) ?? (isLagging ? random.pick([0, 0.8 * seconds, 5 * seconds]) : 0);
      lags.set(index, known);
      return known;
    },
    pieces: random.pick([0, 0.3, 0.8]),
    held: random.pick([0, 0.3, 0.8]),
    clocksApart: random.pick([0, 3 * seconds]),
    expiresOnTime: random.chance(0.5),
  };
}

/** AWS as kind as an engine on one machine. */
export const kind: Conditions = { lag: () => 0, pieces: 0, held: 0, clocksApart: 0, expiresOnTime: false };
