/**
 * `npm run measure -- judge`: holds the judge against trying all orders, times it, and feeds it and the model of the commit protocol with
 * the requests of many seeds.
 */
import { commandOptions } from '../../../bin/command-line/options.ts';
import { report } from '../../measure/proof/report.ts';
import { explore } from '../protocol/explore.ts';
import { initial, next, type State, wrong } from '../protocol/model.ts';
import { ours } from '../protocol/protocols.ts';
import { playSeeds } from '../random/processes.ts';
import { misjudgedOf, playedHistory } from './histories.ts';
import { anomalyIn } from './linearizability.ts';

const command = 'npm run measure -- judge';

const { seed: first, runs } = commandOptions({
  command,
  summary: 'Tries the judge of whole requests and the model of the commit protocol, and feeds both with many seeds.',
  options: {
    seed: { type: 'number', value: 'N', default: 1, summary: 'the first seed' },
    runs: { type: 'number', value: 'N', default: 200, summary: 'how many seeds, on all processors' },
  },
});

/** Calls of each history that happened, and histories. */
const played = { calls: 40, histories: 25_000 } as const;

const secondsAtMost = 60;

const startedAt = performance.now();
const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;

let histories = 0;
let misjudged = 0;
for (let size = 1; size <= 6; size += 1) {
  const tried = misjudgedOf(size);
  histories += tried.histories;
  misjudged += tried.wrong.length;
}

const happened = Array.from({ length: played.histories }, (_, seed) => playedHistory(seed));
const judgingAt = performance.now();
const refused = happened.filter((calls) => anomalyIn(calls) !== undefined).length;
const seconds = secondsSince(judgingAt);

const explored = explore<State>({
  initial,
  next: (state) => next(ours, state),
  wrong: (state) => wrong(ours, state),
});

const fed = { objects: 0, calls: 0, recordSteps: 0, undecided: 0 };
const violated: number[] = [];
await playSeeds({ first, runs, seconds: Number.POSITIVE_INFINITY, area: '' }, ({ seed, violation, ...outcome }) => {
  fed.objects += outcome.judged.objects;
  fed.calls += outcome.judged.calls;
  fed.recordSteps += outcome.recordSteps;
  fed.undecided += outcome.events.get('history left undecided') ?? 0;
  if (!violation) return;
  violated.push(seed);
  console.error([`\nSeed ${seed}: ${violation.message}`, ...violation.evidence].join('\n'));
});

await report({
  name: 'judge',
  command: `${command} --seed ${first} --runs ${runs}`,
  seconds: secondsSince(startedAt),
  passed: misjudged + refused + violated.length === 0 && seconds <= secondsAtMost && !explored.counterexample,
  figures: {
    'histories of up to 6 calls, judged as trying all orders does': histories,
    'judged otherwise': misjudged,
    'calls of histories that happened': played.histories * played.calls,
    'seconds for them': Math.round(seconds * 10) / 10,
    'histories that happened, and were refused': refused,
    'states of the model of the commit protocol': explored.states,
    'wrong states': explored.counterexample ? explored.counterexample.wrong : 0,
    seeds: runs,
    'objects and ledgers judged': fed.objects,
    'what was done to them or seen of them': fed.calls,
    'histories left undecided': fed.undecided,
    'steps of keyed requests, each a move of the model': fed.recordSteps,
    violations: violated.length === 0 ? 0 : `seeds ${violated.join(', ')}`,
  },
});
