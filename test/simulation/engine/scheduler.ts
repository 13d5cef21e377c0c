/**
 * One thing at a time: whatever would take real time (an AWS call, a pause before a retry, a client's own pause) waits here,
 * and once nothing moves any more the seed decides what goes next. So the order in which DynamoDB sees calls, which is all
 * that concurrent functions can do to each other, is a choice of the seed and can be made again.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { clock } from './clock.ts';
import type { Random } from './random.ts';

interface Waiting {
  go(): Promise<void>;
  /** Goes when nothing else does, or seldom: long enough for others to do whole requests meanwhile. */
  isStalled: boolean;
}

export class Scheduler {
  /** `time` counts how many things have gone: the simulation's own. */
  readonly #run: { time: number };
  readonly #waiting: Waiting[] = [];
  readonly #random: Random;
  /** How much of what waits is stalled. */
  readonly #stalled: number;

  constructor(random: Random, run: { time: number }) {
    this.#random = random;
    this.#run = run;
    this.#stalled = random.pick([0, 0.1, 0.2]);
  }

  get time(): number {
    return this.#run.time;
  }

  /** Waits for its turn, then does something that nothing else runs beside; `weight`: how much sooner than others it stalls. */
  enter<T>(act: () => Promise<T>, weight = 1): Promise<T> {
    return new Promise((resolve, reject) => {
      const isStalled = this.#random.chance(weight * this.#stalled);
      this.#waiting.push({ go: () => act().then(resolve, reject), isStalled });
    });
  }

  /** Waits for its turn. */
  pause(): Promise<void> {
    return this.enter(async () => undefined);
  }

  #take(): Waiting | undefined {
    const ready = this.#random.chance(0.03) ? [] : this.#waiting.filter(({ isStalled }) => !isStalled);
    const among = ready.length > 0 ? ready : this.#waiting;
    const next = among[this.#random.below(among.length)];
    if (next) this.#waiting.splice(this.#waiting.indexOf(next), 1);
    return next;
  }

  /** Lets one after the other go until all work has ended and nothing waits. */
  async run(work: Promise<unknown>): Promise<void> {
    const state: { ended: boolean; failure?: unknown } = { ended: false };
    work.then(
      () => {
        state.ended = true;
      },
      (failure: unknown) => Object.assign(state, { ended: true, failure }),
    );
    for (let idle = 0; ; ) {
      await turn();
      await turn();
      if ('failure' in state) throw state.failure;
      const next = this.#take();
      if (next) {
        this.#run.time += 1;
        clock.pass(millisecondsOfTurn);
        idle = 0;
        await next.go();
      } else if (state.ended) return;
      else if (++idle > idleTurns) throw new Error('The simulation stands still: something waits that never goes');
    }
  }
}

const idleTurns = 20_000;

/** A function takes seconds under contention, as it may on AWS. */
const millisecondsOfTurn = 20;
