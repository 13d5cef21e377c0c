/** Functions as Lambda keeps them: an instance does one thing at a time, remembers what it has seen itself, and has a clock of its own. */
import type { Random } from './random.ts';

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
