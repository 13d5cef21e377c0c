/** Random choices that a seed decides (mulberry32). */
export interface Random {
  /** An integer from 0 to `below` - 1. */
  below(below: number): number;
  /** True in a fraction of cases. */
  chance(fraction: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** One of them, or undefined if empty. */
  among<T>(from: readonly T[]): T | undefined;
  /** A source of its own, so that draws from one do not change the others' choices. */
  fork(): Random;
}

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (fraction) => next() < fraction,
    pick: (from) => from[below(from.length)] ?? from[0],
    among: (from) => from[below(from.length)],
    fork: () => seeded(below(2 ** 32)),
  };
}

/** No choice at all: always the first, always yes. Optional things are present. */
export const first: Random = {
  below: () => 0,
  chance: () => true,
  pick: ([one]) => one,
  among: ([one]) => one,
  fork: () => first,
};
