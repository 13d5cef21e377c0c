/**
 * `npm run measure -- faults`: simulated clients against every endpoint and storefront function while AWS fails, functions die and
 * clients lose patience. Each run depends only on its seed and can be repeated. Ends after `--runs` or `--seconds`.
 */
import { commandOptions, endWith, UsageError } from '../../../bin/command-line/options.ts';
import { functionFiles } from '../../../lib/resources/function-files.ts';
import { report } from '../../measure/proof/report.ts';
import { areas } from '../../requests/all.ts';
import { faultKinds } from '../engine/faults.ts';
import { endWhereTooLittle, leastOption } from '../least.ts';
import { playSeeds } from './processes.ts';
import { incidents, increment } from './run.ts';

const command = 'npm run measure -- faults';

const {
  seed: first,
  runs,
  seconds,
  least,
  area,
  'until-violation': untilViolation,
  upgrade,
} = commandOptions({
  command,
  summary: 'Plays clients that retry while AWS fails, and holds what they see against models.',
  options: {
    seed: { type: 'number', value: 'N', default: 1, summary: 'the first seed' },
    runs: { type: 'number', value: 'N', default: 2000, summary: 'how many seeds, on all processors' },
    seconds: { type: 'number', value: 'N', default: 270, summary: 'ends after so many seconds all the same' },
    least: leastOption,
    area: { type: 'string', value: 'TEXT', default: '', summary: 'only areas whose name contains this' },
    'until-violation': { type: 'boolean', summary: 'starts no seed after the first violation' },
    upgrade: { type: 'boolean', summary: 'functions of the last release serve by turns with those of this one' },
  },
  notes: `Areas: ${areas.map(({ name }) => name).join('; ')}.
A seed makes the same run again: npm run measure -- faults --seed N --runs 1`,
});
const among = areas.filter(({ name }) => name.includes(area));
if (among.length === 0) endWith(new UsageError(`No area is named ${area}`), command);

const options = `${upgrade ? ' --upgrade' : ''}${area && ` --area '${area}'`}`;

const startedAt = performance.now();
const events = new Map<string, number>();
const faults = new Map<string, number>();
const functions = new Map<string, number>();
const violated: number[] = [];
let requests = 0;
let done = 0;
let steps = 0;
console.log(`Seeds ${first} to ${first + runs - 1}, ${seconds} s at most`);
await playSeeds({ first, runs, seconds, area, upgrade, untilViolation }, (outcome) => {
  const { seed, violation } = outcome;
  requests += outcome.requests;
  steps += outcome.steps;
  add(events, outcome.events);
  add(faults, outcome.faults);
  add(functions, outcome.functions);
  if (violation) {
    violated.push(seed);
    const again = `npm run measure -- faults --seed ${seed} --runs 1${options}`;
    console.error([`\nSeed ${seed}: ${violation.message}`, ...violation.evidence, `Again: ${again}`].join('\n'));
  }
  done += 1;
  progress(done);
});
endWhereTooLittle({ played: done, of: runs, least });
const modelled = [...faultKinds, ...incidents].map((kind): [string, number] => [kind, events.get(kind) ?? 0]);
const neverMet = modelled.filter(([, count]) => count === 0).map(([kind]) => kind);
const called = Object.fromEntries([...functionFiles.keys()].map((name) => [name, functions.get(name) ?? 0]));
await report({
  name: upgrade ? 'upgrade' : 'faults',
  command: `npm run measure -- faults --seed ${first} --runs ${done}${options}`,
  seconds: (performance.now() - startedAt) / 1000,
  passed: violated.length === 0,
  figures: {
    runs: done,
    areas: among.map(({ name }) => name).join(', '),
    requests,
    'functions called': Object.values(called).filter((count) => count > 0).length,
    'AWS calls and other steps ordered by the seed': steps,
    'faults met': modelled.reduce((sum, [, count]) => sum + count, 0),
    'kinds of faults never met': neverMet.length === 0 ? 0 : neverMet.join(', '),
    'histories left undecided': events.get('history left undecided') ?? 0,
    violations: violated.length === 0 ? 0 : `seeds ${violated.join(', ')}`,
  },
  details: [
    { title: 'What AWS, functions and clients did, and how often it was met', rows: modelled, figures: true },
    { title: 'Faults by AWS call', rows: Object.entries(sorted(faults)), figures: true },
    { title: 'Requests by function', rows: Object.entries(called), figures: true },
  ],
});

function add(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of counts) increment(sums, name, count);
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function progress(done: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${runs}`);
}
