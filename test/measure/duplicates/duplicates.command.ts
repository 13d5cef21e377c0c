/**
 * `npm run measure -- bench:duplicates`: the same keyed endpoint with Powertools' idempotency, with caches as middleware keeps them, and
 * here: what retries find done twice, lost, stuck or answered in two ways once functions die, calls time out and concurrent duplicates come.
 */
import { join } from 'node:path';
import { commandOptions } from '../../../bin/command-line/options.ts';
import { divide } from '../../support/processes.ts';
import { barChart } from '../proof/chart.ts';
import { keepFile, report } from '../proof/report.ts';
import { implementations, type Tally } from './play.ts';
import type { Answer, Task } from './worker.ts';

const {
  seed: first,
  seeds,
  seconds,
} = commandOptions({
  command: 'npm run measure -- bench:duplicates',
  summary: 'Compares ways to do a request once, under the same faults.',
  options: {
    seed: { type: 'number', value: 'N', default: 1, summary: 'the first seed' },
    seeds: { type: 'number', value: 'N', default: 500, summary: 'how many' },
    seconds: { type: 'number', value: 'N', default: 300, summary: 'ends after so many seconds all the same' },
  },
});

const startedAt = performance.now();
const elapsed = () => (performance.now() - startedAt) / 1000;
const none: Tally = { requests: 0, twice: 0, lost: 0, stuck: 0, differing: 0, faults: 0 };
const sums = implementations.map(() => ({ ...none }));
let begun = 0;
let done = 0;

await divide<Task, Answer>(
  {
    module: join(import.meta.dirname, 'worker.ts'),
    next: () => (begun < seeds && elapsed() < seconds ? { seed: first + begun++ } : undefined),
  },
  (tallies) => {
    done += 1;
    for (const [index, sum] of sums.entries()) {
      for (const what of Object.keys(none) as (keyof Tally)[]) sum[what] += tallies[index]?.[what] ?? 0;
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${seeds}`);
  },
);

const wrongs = ({ twice, lost, stuck, differing }: Tally) => [twice, lost, stuck, differing] as const;
const rows = implementations.map(({ name, how }, index) => {
  const sum = sums[index] ?? none;
  return { name, how, sum };
});
const ours = rows[0]?.sum ?? none;
const inThousand = (count: number, { requests }: Tally) => Math.round((1000 * count) / Math.max(1, requests));

await keepFile(
  'duplicates.svg',
  barChart(
    'In 1,000 requests, while functions die, calls time out and concurrent duplicates come',
    rows.map(({ name }) => name),
    [
      { label: 'effects done twice', values: rows.map(({ sum }) => inThousand(sum.twice, sum)) },
      { label: 'requests stuck', values: rows.map(({ sum }) => inThousand(sum.stuck, sum)) },
    ],
  ),
);
await report({
  name: 'duplicates',
  command: `npm run measure -- bench:duplicates --seed ${first} --seeds ${done}`,
  seconds: elapsed(),
  passed: ours.requests > 0 && wrongs(ours).every((count) => count === 0),
  figures: { seeds: done, 'requests of each': ours.requests },
  tables: [
    {
      title: 'What became of requests under the same faults',
      columns: ['Idempotency', 'How', 'Done twice', 'Lost', 'Stuck', 'Answered in two ways', 'Faults met'],
      rows: rows.map(({ name, how, sum }) => [name, how, ...wrongs(sum), sum.faults]),
    },
  ],
});
process.exit();
