/**
 * `npm run measure -- interleavings`: every two commands that can touch the same entity, in progress at the same time: every order of
 * their calls to AWS that makes a difference, and the death of either after every call that took effect.
 */
import { join } from 'node:path';
import { commandOptions, endWith, UsageError } from '../../../bin/command-line/options.ts';
import { report } from '../../measure/proof/report.ts';
import { commands } from '../../requests/all.ts';
import { divide } from '../../support/processes.ts';
import { seeded } from '../engine/random.ts';
import { endWhereTooLittle, leastOption } from '../least.ts';
import type { PairOutcome, PairViolation } from './pair.ts';
import type { Answer, Task } from './worker.ts';

const command = 'npm run measure -- interleavings';

const { pair, orders, samples, seconds, least, seed } = commandOptions({
  command,
  summary: 'Plays two functions at the same time in every order of their calls to AWS.',
  options: {
    pair: { type: 'string', value: 'TEXT', default: '', summary: 'only pairs whose name contains this' },
    orders: {
      type: 'number',
      value: 'N',
      default: 500,
      summary: 'orders of a pair at most, with each death and with none',
    },
    samples: { type: 'number', value: 'N', default: 100, summary: 'orders that are drawn where there are more' },
    seconds: { type: 'number', value: 'N', summary: 'begins no pair after so many; the seed says which come first' },
    least: leastOption,
    seed: { type: 'number', value: 'N', default: 1, summary: 'draws the same ones again' },
  },
  notes: 'A pair is named as `first | second (situation)`; two requests that are one and the same are twins.',
});

const startedAt = performance.now();
const elapsed = () => (performance.now() - startedAt) / 1000;
const random = seeded(seed);
const module = join(import.meta.dirname, 'worker.ts');
const thoroughness = { orders, samples, seed };

/** The list of pairs comes from a process as well: it depends on the calls that the commands make. */
let places: number[] | undefined;
let total = 0;
const outcomes = new Map<string, PairOutcome>();

function next(): Task | undefined {
  if (places) {
    if (elapsed() > (seconds ?? Number.POSITIVE_INFINITY)) return undefined;
    const [place] = places.splice(seconds === undefined ? 0 : random.below(places.length), 1);
    return place === undefined ? undefined : { place, ...thoroughness };
  }
  return thoroughness;
}

await divide<Task, Answer>({ module, args: [pair], next }, (answer) => {
  if ('names' in answer) {
    if (places) return;
    places = [...answer.names.keys()];
    total = places.length;
    console.log(`${total} pairs of ${commands.length} commands`);
    return;
  }
  outcomes.set(answer.name, answer);
  for (const violation of answer.violations) show(violation);
  if (process.stderr.isTTY) process.stderr.write(`\r${outcomes.size} of ${total}`);
  else if (outcomes.size % 50 === 0) console.log(`${outcomes.size} of ${total}`);
});
if (total === 0) endWith(new UsageError(`No pair is named ${pair}`), command);
endWhereTooLittle({ played: outcomes.size, of: total, least });

function show({ pair: name, death, what, order, evidence }: PairViolation): void {
  console.error(
    [
      `\n${name}${death ? `, ${death}` : ''}: ${what}`,
      ...order.map((step) => `  ${step}`),
      'What is seen then (+), and is not to be seen, or is missing (-):',
      ...evidence.map((line) => `  ${line}`),
      `Again: ${command} -- --pair '${name}'`,
    ].join('\n'),
  );
}

const sum = (count: 'orders' | 'left' | 'sampled' | 'deaths' | 'lists' | 'deletions'): number =>
  [...outcomes.values()].reduce((all, outcome) => all + outcome[count], 0);
const violations = [...outcomes.values()].flatMap((outcome) => outcome.violations);
const cut = [...outcomes].filter(([, { left }]) => left > 0);
const bySituation = Map.groupBy(outcomes, ([name]) => /\((.*)\)$/.exec(name)?.[1] ?? '');

await report({
  name: 'interleavings',
  command: [
    `${command} --`,
    ...(pair ? [`--pair '${pair}'`] : []),
    `--orders ${orders} --samples ${samples} --seed ${seed}`,
    ...(seconds === undefined ? [] : [`--seconds ${seconds}`]),
  ].join(' '),
  seconds: elapsed(),
  passed: violations.length === 0,
  figures: {
    functions: new Set(commands.map(({ of }) => of)).size,
    pairs: outcomes.size,
    'pairs for which there was no time': total - outcomes.size,
    'pairs of which every order was played': outcomes.size - cut.length,
    'deaths after a call that took effect': sum('deaths'),
    'orders that differ, played': sum('orders'),
    'orders skipped, at least': sum('left'),
    'of those pairs, drawn by the seed': sum('sampled'),
    'in which a list showed several moments': sum('lists'),
    'in which two deleted the same': sum('deletions'),
    violations: violations.length,
  },
  details: [
    {
      title: 'pairs by situation',
      columns: ['situation', 'pairs', 'orders'],
      rows: [...bySituation].map(([situation, some]) => [
        situation,
        some.length,
        some.reduce((all, [, outcome]) => all + outcome.orders, 0),
      ]),
      figures: true,
    },
    {
      title: 'pairs with skipped orders',
      columns: ['pair', 'played', 'left out, at least', 'drawn'],
      rows: cut.map(([name, outcome]) => [name, outcome.orders, outcome.left, outcome.sampled]),
      figures: true,
    },
  ],
});
process.exit();
