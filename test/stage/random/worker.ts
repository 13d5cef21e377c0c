/** A process of `npm run measure -- faults` or `judge`: plays the seeds it is sent, on engines of its own, and answers with what came of each. */

import { lastRelease } from '../../releases/release.ts';
import { areas } from '../../requests/all.ts';
import { serveTasks } from '../../support/processes.ts';
import { judgeRequests } from '../judge/feed.ts';
import { simulate } from './simulation.ts';
import { release } from './versions.ts';

/** What came of a seed. Maps count by name. */
export interface SeedOutcome {
  seed: number;
  requests: number;
  /** Steps that the seed has put in order. */
  steps: number;
  events: ReadonlyMap<string, number>;
  faults: ReadonlyMap<string, number>;
  functions: ReadonlyMap<string, number>;
  /** Objects with a history in the judge of whole requests, and what was done to them or seen of them. */
  judged: { objects: number; calls: number };
  /** Steps of keyed requests, all of which the model of the protocol has accepted where there is no violation. */
  recordSteps: number;
  /** What must not be, and a line for each thing that shows it. */
  violation?: { message: string; evidence: readonly string[] } | undefined;
}

const [area = '', upgrade] = process.argv.slice(2);
const among = areas.filter(({ name }) => name.includes(area));

const versions = upgrade ? { last: await release(lastRelease()) } : undefined;

async function play(seed: number): Promise<SeedOutcome> {
  const { run, requests, violation } = await simulate(seed, { among, withEvents: true, versions });
  const { events, faults, functions, time: steps } = run;
  return {
    ...{ seed, requests, steps, events, faults, functions },
    judged: judgeRequests(run.requests),
    recordSteps: run.steps.length,
    violation: violation && { message: violation.message, evidence: violation.evidence },
  };
}

await serveTasks<{ seed: number }>((serve) => serve(({ seed }) => play(seed)));
