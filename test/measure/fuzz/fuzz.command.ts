/**
 * `npm run measure -- fuzz`: every operation with generated valid, near-valid and hostile requests, on its handler and over HTTP, and every
 * function without a route with such payloads: never a 5xx or an `INTERNAL_ERROR`, always an answer that the contract allows.
 */
import { commandOptions } from '../../../bin/command-line/options.ts';
import { onScratchEngines } from '../../support/scratch-engines.ts';
import { report } from '../proof/report.ts';
import { fuzzFunctions } from './functions.ts';
import { fuzz } from './fuzz.ts';

const { seed, runs } = commandOptions({
  command: 'npm run measure -- fuzz',
  summary: 'Sends generated requests, from valid to hostile, and holds every reply against the contract.',
  options: {
    seed: { type: 'number', value: 'N', default: 1, summary: 'the same seed makes the same requests' },
    runs: {
      type: 'number',
      value: 'N',
      default: 300,
      summary: 'requests an operation, on its handler and over HTTP each, and invocations a function',
    },
  },
});

await onScratchEngines(async () => {
  const startedAt = performance.now();
  const { operations, requests, replies, faults: ofReplies } = await fuzz({ seed, runs });
  const { functions, invocations, answers, succeeded, faults: ofAnswers } = await fuzzFunctions({ seed, runs });
  const faults = [...ofReplies, ...ofAnswers];
  for (const fault of faults) console.error(`\n${fault}`);
  await report({
    name: 'fuzz',
    command: `npm run measure -- fuzz --seed ${seed} --runs ${runs}`,
    seconds: (performance.now() - startedAt) / 1000,
    passed: faults.length === 0 && succeeded.size === functions,
    figures: {
      operations,
      requests,
      ...Object.fromEntries(
        [...replies].toSorted(([a], [b]) => a - b).map(([status, count]) => [`replies with ${status}`, count]),
      ),
      'replies that the contract does not allow': ofReplies.length,
      'functions without a route': functions,
      'of these, have answered with a result': succeeded.size,
      invocations,
      ...Object.fromEntries([...answers].toSorted().map(([code, count]) => [answerTitle(code), count])),
      'answers that the contract does not allow, and findings of the audits afterwards': ofAnswers.length,
    },
  });
});
process.exit();

function answerTitle(code: string): string {
  return code === 'result' ? 'results' : `refusals with ${code}`;
}
