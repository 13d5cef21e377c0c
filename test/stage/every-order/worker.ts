/** `[TEXT]`: a process of `npm run measure -- interleavings`, which plays the pairs it is sent. */
import { serveTasks } from '../../support/processes.ts';
import { nameOf, type PairOutcome, playPair, type Thoroughness } from './pair.ts';
import { findPairs } from './pairs.ts';
import { Session } from './session.ts';

/** The pair at a place of the list that every process makes of the same declarations; without one, the list is asked for. */
export interface Task extends Thoroughness {
  place?: number;
}

export type Answer = { names: string[] } | ({ name: string } & PairOutcome);

await serveTasks<Task>((serve) =>
  Session.run(async (session) => {
    const pairs = await findPairs(session, process.argv[2]);
    await serve(async ({ place, ...thoroughness }): Promise<Answer> => {
      const pair = place === undefined ? undefined : pairs[place];
      if (!pair) return { names: pairs.map(nameOf) };
      return { name: nameOf(pair), ...(await playPair(session, pair, thoroughness)) };
    });
  }),
);
