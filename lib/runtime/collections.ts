/** Lists and maps beyond those of the language. */

const remembered = new Set<Map<unknown, unknown>>();

/** The memory of a module in a warm function: a map that drops its oldest entry at its size limit. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #atMost: number;

  constructor(atMost: number) {
    super();
    this.#atMost = atMost;
    remembered.add(this);
  }

  override set(key: K, value: V): this {
    this.delete(key);
    const [oldest] = this.keys();
    if (this.size >= this.#atMost && oldest !== undefined) this.delete(oldest);
    return super.set(key, value);
  }
}

/** Forgets everything that is remembered, as if the function had just started. */
export function forgetAll(): void {
  for (const map of remembered) map.clear();
}

/** Does some work, then restores what was remembered before it. */
export async function rememberingNothing<T>(work: () => Promise<T>): Promise<T> {
  const before = [...remembered].map((map) => [map, [...map]] as const);
  try {
    return await work();
  } finally {
    forgetAll();
    for (const [map, entries] of before) for (const [key, value] of entries) map.set(key, value);
  }
}

/** All maps of remembered values, for tests that check their content. */
export const memories = (): readonly ReadonlyMap<unknown, unknown>[] => [...remembered];

/** A list cut into chunks of `size`, in its order; the last one may be smaller. */
export const chunksOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, chunk) => list.slice(chunk * size, (chunk + 1) * size));

/** Does work for each element of a list, with a limited number at once. If one fails, no other begins. */
export async function sideBySide<T>(
  list: readonly T[],
  atOnce: number,
  work: (element: T) => Promise<unknown>,
): Promise<void> {
  const left = list.values();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (const element of left) {
      if (hasFailed) return;
      await work(element).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

type InLane = <T>(lane: string, work: () => Promise<T>) => Promise<T>;

interface Lane {
  busy: number;
  waiting: (() => void)[];
}

/** More lanes than a warm function has in use at a time. */
const lanesAtMost = 1000;

/** Does work side by side, with a limit per lane; the rest waits for its turn. */
export function lanesOf(atOnce: number): InLane {
  const lanes = new BoundedMap<string, Lane>(lanesAtMost);
  return async (name, work) => {
    const lane = lanes.get(name) ?? { busy: 0, waiting: [] };
    lanes.set(name, lane);
    if (lane.busy < atOnce) lane.busy += 1;
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next) next();
      else lane.busy -= 1;
    }
  };
}
