import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { SeedOutcome } from './worker.ts';

interface Seeds {
  first: number;
  runs: number;
  /** No seed is begun after so many. */
  seconds: number;
  /** Only areas whose name contains this. */
  area: string;
}

/** Plays seeds on as many processes as the machine has processors. Throws where one of them ends before its seed. */
export async function playSeeds(
  { first, runs, seconds, area }: Seeds,
  onOutcome: (outcome: SeedOutcome) => void,
): Promise<void> {
  const until = performance.now() + seconds * 1000;
  let next = first;
  const work = async () => {
    const child = fork(join(import.meta.dirname, 'worker.ts'), [area], { serialization: 'advanced' });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('A process ended before its seed did')));
    const answer = () => Promise.race([once(child, 'message').then(([message]) => message), ended]);
    try {
      await answer();
      while (next < first + runs && performance.now() < until) {
        child.send(next++);
        onOutcome(await answer());
      }
    } finally {
      if (child.connected) child.disconnect();
    }
  };
  await Promise.all(Array.from({ length: Math.min(runs, availableParallelism()) }, work));
}
