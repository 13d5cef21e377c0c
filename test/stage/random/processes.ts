import { join } from 'node:path';
import { divide } from '../../support/processes.ts';
import type { SeedOutcome } from './worker.ts';

interface Seeds {
  first: number;
  runs: number;
  /** No seed starts after so many. */
  seconds: number;
  /** Only areas with this in their name. */
  area: string;
  /** Whether functions of the last release serve too. */
  upgrade?: boolean;
  /** Whether no seed starts after one with a violation. */
  untilViolation?: boolean;
}

/** Plays seeds on as many processes as the machine has processors. Throws if one of them ends before its seed. */
export async function playSeeds(
  { first, runs, seconds, area, upgrade = false, untilViolation = false }: Seeds,
  onOutcome: (outcome: SeedOutcome) => void,
): Promise<void> {
  const until = performance.now() + seconds * 1000;
  let seed = first;
  let isOver = false;
  const next = () => (!isOver && seed < first + runs && performance.now() < until ? { seed: seed++ } : undefined);
  await divide(
    { module: join(import.meta.dirname, 'worker.ts'), args: [area, ...(upgrade ? ['upgrade'] : [])], next },
    (outcome: SeedOutcome) => {
      isOver ||= untilViolation && outcome.violation !== undefined;
      onOutcome(outcome);
    },
  );
}
