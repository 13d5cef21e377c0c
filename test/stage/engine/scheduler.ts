/**
 * One thing at a time: all that takes real time (an AWS call, a pause before a retry, a client's own pause) waits here,
 * and once nothing moves any more the seed decides what goes next. So the order in which DynamoDB sees calls, which is all
 * that concurrent functions can do to each other, is a choice of the seed and can be made again.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { clock, standstill, Timer } from './clock.ts';
import type { Random } from './random.ts';

interface Waiting {
  go(): Promise<void>;
  /** Goes when nothing else does, or seldom: long enough for others to do whole requests meanwhile. */
  isStalled: boolean;
  /** Milliseconds of the clock before which it does not go. */
  notBefore: number;
}

/** How something waits. */
interface Waits {
  /** How much sooner than others it stalls. */
  weight?: number;
  /** At least so many milliseconds of the clock. */
  milliseconds?: number;
}

export class Scheduler {
  /** `time` counts how many things have gone: the simulation's own. */
  readonly #run: { time: number };
  readonly #waiting: Waiting[] = [];
  readonly #timers = new Set<Timer>();
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

  /** Waits for its turn, then does something while nothing else runs. */
  enter<T>(act: () => Promise<T>, { weight = 1, milliseconds = 0 }: Waits = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const isStalled = this.#random.chance(weight * this.#stalled);
      const notBefore = clock.now() + milliseconds;
      // The work of a turn runs as its own actor.
      const go = AsyncLocalStorage.bind(() => act().then(resolve, reject));
      this.#waiting.push({ go, isStalled, notBefore });
    });
  }

  /** Waits for its turn. */
  pause(milliseconds = 0): Promise<void> {
    return this.enter(async () => undefined, { milliseconds });
  }

  /** Calls back after so many milliseconds of the clock. */
  setTimer(callBack: () => void, milliseconds: number): Timer {
    const timer = new Timer(clock.now() + milliseconds, AsyncLocalStorage.bind(callBack), (cancelled) =>
      this.#timers.delete(cancelled),
    );
    this.#timers.add(timer);
    return timer;
  }

  /** Fires the first timer that is due, if any: all that it starts settles before the next. */
  #fire(): boolean {
    const [first] = [...this.#timers].toSorted((a, b) => a.at - b.at);
    if (!first || first.at > clock.now()) return false;
    this.#timers.delete(first);
    first.fire();
    return true;
  }

  #take(): Waiting | undefined {
    const due = this.#waiting.filter(({ notBefore }) => notBefore <= clock.now());
    const ready = this.#random.chance(0.03) ? [] : due.filter(({ isStalled }) => !isStalled);
    const among = ready.length > 0 ? ready : due;
    const next = among[this.#random.below(among.length)];
    if (next) this.#waiting.splice(this.#waiting.indexOf(next), 1);
    return next;
  }

  /** Lets time pass to what is due next. */
  #passOn(): boolean {
    const times = [...this.#waiting.map(({ notBefore }) => notBefore), ...[...this.#timers].map(({ at }) => at)];
    if (times.length === 0) return false;
    clock.pass(Math.max(0, Math.min(...times) - clock.now()));
    return true;
  }

  /** Lets one after the other go until all work has ended and nothing waits. */
  async run<T>(work: Promise<T>): Promise<T> {
    const state: { ended: boolean; failure?: unknown } = { ended: false };
    work.then(
      () => {
        state.ended = true;
      },
      (failure: unknown) => Object.assign(state, { ended: true, failure }),
    );
    for (;;) {
      await standstill();
      if ('failure' in state) throw state.failure;
      if (this.#fire()) continue;
      const next = this.#take();
      if (next) {
        this.#run.time += 1;
        clock.pass(millisecondsOfTurn);
        await next.go();
      } else if (state.ended && this.#waiting.length === 0) return work;
      else if (!this.#passOn()) throw new Error('The simulation stands still: something waits that never goes');
    }
  }
}

/** A function takes seconds under contention, as it may on AWS. */
const millisecondsOfTurn = 20;
