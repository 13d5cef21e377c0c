/**
 * `npm run measure -- fuzz:multipart`: generated multipart bodies through the function, the receiver, the local server and the gateway of
 * the upload container: each is answered in a bounded number of turns of the event loop, all come to the same verdict, and
 * nothing is left of a body that has been answered.
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { measure } from '../measure.ts';
import type { Share, ShareResult } from './multipart/worker.ts';

/** Of each thread's heap, from the first tenth of its bodies to the last. */
const growthAtMost = 10_000_000;

async function take(workerData: Share): Promise<ShareResult> {
  const worker = new Worker(new URL('./multipart/worker.ts', import.meta.url), { workerData });
  const [result] = (await once(worker, 'message')) as [ShareResult];
  return result;
}

export default measure(
  {
    name: 'fuzz:multipart',
    reported: 'multipart',
    summary: 'Sends generated multipart bodies through every door, and compares what they make of them.',
    options: {
      seed: { type: 'number', value: 'N', default: 1, summary: 'the same seed makes the same bodies' },
      runs: { type: 'number', value: 'N', default: 100_000, summary: 'how many bodies, on all processors' },
    },
  },
  async ({ seed, runs }) => {
    const threads = availableParallelism();
    const shares = Array.from({ length: threads }, (_, thread) => ({
      seed: seed * threads + thread,
      runs: Math.ceil(runs / threads),
    }));
    const results = await Promise.all(shares.map(take));

    const sumOf = (of: (result: ShareResult) => number): number => results.reduce((sum, result) => sum + of(result), 0);

    const faults = results.flatMap(({ fault }) => fault ?? []);
    for (const fault of faults) console.error(`\n${fault}`);
    const kinds = [...new Set(results.flatMap(({ verdicts }) => [...verdicts.keys()]))].toSorted();
    const uncaught = sumOf((result) => result.uncaught);
    const connectionsLeft = sumOf((result) => result.connectionsLeft);
    const heapGrowth = Math.max(...results.map((result) => result.heapGrowth));
    return {
      passed: faults.length === 0 && uncaught === 0 && connectionsLeft === 0 && heapGrowth < growthAtMost,
      figures: {
        bodies: sumOf((result) => result.bodies),
        'doors each comes through': results[0]?.doors.join('; ') ?? '',
        ...Object.fromEntries(
          kinds.map((kind) => [`bodies with ${kind}`, sumOf(({ verdicts }) => verdicts.get(kind) ?? 0)]),
        ),
        'not answered in 60 turns, or not by all doors alike': faults.length,
        'errors that nobody caught': uncaught,
        'connections left open': connectionsLeft,
        'growth of the heap over the last nine tenths (MB)': heapGrowth / 1e6,
      },
    };
  },
);
