/** A process of `npm run measure -- bench:duplicates`: plays seeds on engines of its own. */
import { serveTasks } from '../../support/processes.ts';
import { implementations, play, type Tally } from './play.ts';

export interface Task {
  seed: number;
}

/** What came of a seed, for each implementation in their order. */
export type Answer = readonly Tally[];

await serveTasks<Task>((serve) =>
  serve(async ({ seed }): Promise<Answer> => {
    const tallies: Tally[] = [];
    for (const implementation of implementations) tallies.push(await play(seed, implementation));
    return tallies;
  }),
);
