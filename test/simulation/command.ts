/**
 * `npm run faults`: simulated clients against every endpoint and storefront function while AWS fails, functions die and
 * clients lose patience. Each run is made of its seed alone and can be made again. Ends after `--runs` or `--seconds`.
 */
import { functionFiles } from '../../lib/contract/function-files.ts';
import { commandOptions } from '../proof/command-options.ts';
import { report, shown } from '../proof/report.ts';
import { playSeeds } from './processes.ts';
import { increment } from './run.ts';
import { areas } from './simulation.ts';

const usage = `npm run faults -- [options]

  --seed N      the first seed (default 1)
  --runs N      how many seeds, on all processors (default 2000)
  --seconds N   ends after so many seconds all the same (default 270)
  --area TEXT   only areas whose name contains this

Areas: ${areas.map(({ name }) => name).join('; ')}.
A seed makes the same run again: npm run faults -- --seed N --runs 1`;

const options = commandOptions(usage, {
  seed: { type: 'string', default: '1' },
  runs: { type: 'string', default: '2000' },
  seconds: { type: 'string', default: '270' },
  area: { type: 'string', default: '' },
});
const [first, runs, seconds] = [Number(options.seed), Number(options.runs), Number(options.seconds)];
const among = areas.filter(({ name }) => name.includes(options.area));
if (among.length === 0) {
  console.error(`No area is named ${options.area} (see --help)`);
  process.exit(2);
}

const ofArea = options.area && ` --area '${options.area}'`;

const startedAt = performance.now();
const events = new Map<string, number>();
const faults = new Map<string, number>();
const functions = new Map<string, number>();
const violated: number[] = [];
let requests = 0;
let done = 0;
let steps = 0;
console.log(`Seeds ${first} to ${first + runs - 1}, ${seconds} s at most`);
await playSeeds({ first, runs, seconds, area: options.area }, (outcome) => {
  const { seed, violation } = outcome;
  requests += outcome.requests;
  steps += outcome.steps;
  add(events, outcome.events);
  add(faults, outcome.faults);
  add(functions, outcome.functions);
  if (violation) {
    violated.push(seed);
    const again = `npm run faults -- --seed ${seed} --runs 1${ofArea}`;
    console.error([`\nSeed ${seed}: ${violation.message}`, ...violation.evidence, `Again: ${again}`].join('\n'));
  }
  done += 1;
  progress(done);
});
const details = {
  'faults by AWS call': sorted(faults),
  'requests by function': Object.fromEntries([...functionFiles.keys()].map((name) => [name, functions.get(name) ?? 0])),
};
for (const [title, counts] of Object.entries(details)) table(title, counts);
await report('faults', {
  command: `npm run faults -- --seed ${first} --runs ${done}${ofArea}`,
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
