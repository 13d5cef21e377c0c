/** The chain of the functions that a schedule invokes, a round at a time. */

import type { TimeLeft } from '../runtime/clock.ts';
import { logWithMetrics, millisecondsSince } from '../runtime/metrics.ts';

/** How many things a round has seen to, and how many failed and are left to the next one. */
interface Round {
  done: number;
  failed: number;
  /** Migrations of this release that are not done yet. */
  migrations_due?: number;
}

/**
 * `work` ends its round when the time gets short, and the next one goes on. Throws at its end where something failed: Lambda then
 * begins another round within minutes, and counts an error.
 */
export const scheduledFunction =
  <Event extends object>(name: string, work: (time?: TimeLeft, event?: Event) => Promise<Round>) =>
  async (event?: Event, time?: TimeLeft): Promise<void> => {
    const startedAt = performance.now();
    const { done, failed, ...more } = await work(time, event);
    const milliseconds = millisecondsSince(startedAt);
    logWithMetrics('round', { operation: name }, { milliseconds, done, server_errors: failed, ...more });
    if (failed > 0) throw new Error(`${failed} failed, ${done} done`);
  };
