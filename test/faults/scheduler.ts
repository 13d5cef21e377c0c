/**
 * One thing at a time: whatever would take real time (an AWS call, a pause before a retry, a client's own pause) waits here,
 * and once nothing moves any more the seed decides what goes next. So the order in which DynamoDB sees calls, which is all
 * that concurrent functions can do to each other, is a choice of the seed and can be made again.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { clock } from './clock.ts';
import type { Random } from './random.ts';

type Waiting = () => Promise<void>;

export class Scheduler {
  /** `time` counts how many things have gone: the simulation's own. */
  readonly #run: { time: number };
  readonly #waiting: Waiting[] = [];
  readonly #random: Random;

  constructor(random: Random, run: { time: number }) {
    this.#random = random;
    this.#run = run;
  }

  get time(): number {
    return this.#run.time;
  }

  /** Waits for its turn, then does something that nothing else runs beside. */
  enter<T>(act: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => act().then(resolve, reject));
    });
  }

  /** Waits for its turn. */
  pause(): Promise<void> {
    return this.enter(async () => undefined);
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
      const [next] = this.#waiting.splice(this.#random.below(this.#waiting.length), 1);
      if (next) {
        this.#run.time += 1;
        clock.pass(millisecondsOfTurn);
        idle = 0;
        await next();
      } else if (state.ended) return;
      else if (++idle > idleTurns) throw new Error('The simulation stands still: something waits that never goes');
    }
  }
}

const idleTurns = 20_000;

/** A function takes seconds under contention, as it may on AWS. */
const millisecondsOfTurn = 20;
