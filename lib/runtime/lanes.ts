type InLane = <T>(lane: string, work: () => Promise<T>) => Promise<T>;

/** Does work side by side, so much of each lane at once; what comes after that waits for its turn. */
export function lanesOf(atOnce: number): InLane {
  const lanes = new Map<string, { busy: number; waiting: (() => void)[] }>();
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
