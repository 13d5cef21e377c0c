/**
 * `npm run faults`: simulated clients against every endpoint and storefront function while AWS fails, functions die and
 * clients lose patience. Each run is made of its seed alone and can be made again. Ends after `--runs` or `--seconds`.
 */
import { parseArgs } from 'node:util';
import { areas, simulate } from '../test/faults/simulation.ts';
import { onScratchEngines } from './local/scratch.ts';
import { report } from './report.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '240' },
  },
});
const [firstSeed, runs, seconds] = [Number(options.seed), Number(options.runs), Number(options.seconds)];

await onScratchEngines(async () => {
  const startedAt = performance.now();
  const events = new Map<string, number>();
  const violated: number[] = [];
  let requests = 0;
  let done = 0;
  let steps = 0;
  console.log(`Seeds ${firstSeed} to ${firstSeed + runs - 1}, ${seconds} s at most`);
  for (let seed = firstSeed; done < runs && performance.now() - startedAt < seconds * 1000; seed += 1) {
    const outcome = await simulate(seed);
    requests += outcome.requests;
    steps += outcome.steps;
    for (const [event, count] of outcome.events) events.set(event, (events.get(event) ?? 0) + count);
    if (outcome.violation) {
      violated.push(seed);
      const { message, evidence } = outcome.violation;
      console.error(`\nSeed ${seed}: ${message}\n${JSON.stringify(evidence, null, 1)}`);
      console.error(`\nAgain: npm run faults -- --seed ${seed} --runs 1`);
    }
    done += 1;
    progress(done);
  }
  await report('faults', {
    command: `npm run faults -- --seed ${firstSeed} --runs ${done}`,
    seconds: (performance.now() - startedAt) / 1000,
    passed: violated.length === 0,
    figures: {
      runs: done,
      areas: areas.map(({ name }) => name).join(', '),
      requests,
      'AWS calls and other steps ordered by the seed': steps,
      ...Object.fromEntries([...events].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      violations: violated.length === 0 ? 0 : `seeds ${violated.join(', ')}`,
    },
  });
});
// Functions that died in a simulation never end by themselves.
process.exit();

function progress(done: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${runs}`);
}
