/** How unkind AWS is in a run, except for the faults of calls. Each run is spared some, so that none hides another. */
import type { Random } from './random.ts';

export interface Conditions {
  /** How many milliseconds each index may follow later, by its name; eventually consistent reads count as one. */
  lag(index: string): number;
  /** How often a Query or a BatchGetItem reads its items at several moments. */
  pieces: number;
  /** How often a transaction, or a conditional write of an object, holds what it writes while others continue. */
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

/** What is held while it is written: items by transactions, objects by those who write them on a condition. */
export class Holds {
  readonly #held = new Set<string>();

  isHeld(name: string): boolean {
    return this.#held.has(name);
  }

  /** Answers how they are let go again. */
  hold(names: readonly string[]): () => void {
    for (const name of names) this.#held.add(name);
    return () => {
      for (const name of names) this.#held.delete(name);
    };
  }
}

export class Instance {
  /** Milliseconds by which its clock is ahead, or behind where less than 0. */
  readonly skew: number;
  readonly #memories = new WeakMap<object, Map<unknown, unknown>>();

  constructor(skew: number) {
    this.skew = skew;
  }

  /** What it keeps in place of a map of a module. */
  memoryOf(map: object): Map<unknown, unknown> {
    const memory = this.#memories.get(map) ?? new Map();
    this.#memories.set(map, memory);
    return memory;
  }
}

export class Instances {
  readonly #idle: Instance[] = [];
  readonly #random: Random;
  /** Milliseconds by which two clocks differ at most. */
  readonly #apart: number;

  constructor(random: Random, apart: number) {
    this.#random = random;
    this.#apart = apart;
  }

  /** One that is idle, or now and then a new one. */
  take(): Instance {
    const chosen = this.#random.chance(0.15) ? undefined : this.#random.below(this.#idle.length);
    const [idle] = chosen === undefined ? [] : this.#idle.splice(chosen, 1);
    return idle ?? new Instance(this.#apart === 0 ? 0 : this.#random.below(this.#apart + 1) - this.#apart / 2);
  }

  /** It has nothing to do any more. */
  giveBack(instance: Instance): void {
    this.#idle.push(instance);
  }
}
