/** A process of `npm run measure -- faults`: plays the seeds it is sent, on engines of its own, and answers with what came of each. */
import { serveTasks } from '../../support/processes.ts';
import { areas } from '../steps/all.ts';
import { simulate } from './simulation.ts';

/** What came of a seed. Maps count by name. */
export interface SeedOutcome {
  seed: number;
  requests: number;
  /** Steps that the seed has put in order. */
  steps: number;
  events: ReadonlyMap<string, number>;
  faults: ReadonlyMap<string, number>;
  functions: ReadonlyMap<string, number>;
  /** What must not be, and a line for each thing that shows it. */
  violation?: { message: string; evidence: readonly string[] } | undefined;
}

const [area = ''] = process.argv.slice(2);
const among = areas.filter(({ name }) => name.includes(area));

async function play(seed: number): Promise<SeedOutcome> {
  const { run, requests, violation } = await simulate(seed, { among, withEvents: true });
  const { events, faults, functions, time: steps } = run;
  return {
    ...{ seed, requests, steps, events, faults, functions },
    violation: violation && { message: violation.message, evidence: violation.evidence },
  };
}

await serveTasks<{ seed: number }>((serve) => serve(({ seed }) => play(seed)));
