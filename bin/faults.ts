/**
 * `npm run faults`: simulated clients against every endpoint and storefront function while AWS fails, functions die and
 * clients lose patience. Each run is made of its seed alone and can be made again. Ends after `--runs` or `--seconds`.
 */
import { functionFiles } from '../lib/contract/function-files.ts';
import { increment } from '../test/faults/run.ts';
import { areas, simulate } from '../test/faults/simulation.ts';
import type { Violation } from '../test/faults/violation.ts';
import { commandOptions } from './command-options.ts';
import { onScratchEngines } from './local/scratch.ts';
import { report, shown } from './report.ts';

const usage = `npm run faults -- [options]

  --seed N      the first seed (default 1)
  --runs N      how many seeds, one after the other (default 2000)
  --seconds N   ends after so many seconds all the same (default 240)
  --area TEXT   only areas whose name contains this

Areas: ${areas.map(({ name }) => name).join('; ')}.
A seed makes the same run again: npm run faults -- --seed N --runs 1`;

const options = commandOptions(usage, {
  seed: { type: 'string', default: '1' },
  runs: { type: 'string', default: '2000' },
  seconds: { type: 'string', default: '240' },
  area: { type: 'string', default: '' },
});
const [firstSeed, runs, seconds] = [Number(options.seed), Number(options.runs), Number(options.seconds)];
const among = areas.filter(({ name }) => name.includes(options.area));
if (among.length === 0) {
  console.error(`No area is named ${options.area} (see --help)`);
  process.exit(2);
}

const ofArea = options.area && ` --area '${options.area}'`;

await onScratchEngines(async () => {
  const startedAt = performance.now();
  const events = new Map<string, number>();
  const faults = new Map<string, number>();
  const functions = new Map<string, number>();
  const violated: number[] = [];
  let requests = 0;
  let done = 0;
  let steps = 0;
  console.log(`Seeds ${firstSeed} to ${firstSeed + runs - 1}, ${seconds} s at most`);
  for (let seed = firstSeed; done < runs && performance.now() - startedAt < seconds * 1000; seed += 1) {
    const { run, requests: made, violation } = await simulate(seed, among);
    requests += made;
    steps += run.time;
    add(events, run.events);
    add(faults, run.faults);
    add(functions, run.functions);
    if (violation) {
      violated.push(seed);
      const again = `npm run faults -- --seed ${seed} --runs 1${ofArea}`;
      console.error([`\nSeed ${seed}: ${violation.message}`, ...evidenceOf(violation), `Again: ${again}`].join('\n'));
    }
    done += 1;
    progress(done);
  }
  const details = {
    'faults by AWS call': sorted(faults),
    'requests by function': Object.fromEntries(
      [...functionFiles.keys()].map((name) => [name, functions.get(name) ?? 0]),
    ),
  };
  for (const [title, counts] of Object.entries(details)) table(title, counts);
  await report('faults', {
    command: `npm run faults -- --seed ${firstSeed} --runs ${done}${ofArea}`,
    seconds: (performance.now() - startedAt) / 1000,
    passed: violated.length === 0,
    figures: {
      runs: done,
      areas: among.map(({ name }) => name).join(', '),
      requests,
      'functions called': Object.values(details['requests by function']).filter((count) => count > 0).length,
      'AWS calls and other steps ordered by the seed': steps,
      'faults injected': [...faults.values()].reduce((sum, count) => sum + count, 0),
      ...sorted(events),
      violations: violated.length === 0 ? 0 : `seeds ${violated.join(', ')}`,
    },
    details,
  });
});
// Functions that died in a simulation never end by themselves.
process.exit();

/** A line for each thing. */
function evidenceOf({ evidence }: Violation): string[] {
  return [evidence].flat().map((one) => JSON.stringify(one));
}

function add(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of counts) increment(sums, name, count);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function table(title: string, counts: Record<string, number>): void {
  const width = Math.max(...Object.keys(counts).map(({ length }) => length));
  console.log(`\n${title}\n`);
  for (const [name, count] of Object.entries(counts)) console.log(`  ${name.padEnd(width)}  ${shown(count)}`);
}

function progress(done: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${runs}`);
}
