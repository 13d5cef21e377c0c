/**
 * `npm run fuzz`: every operation with generated valid, near-valid and hostile requests, on its handler and over HTTP: never a
 * 5xx, always the envelope, always a reply that the contract allows.
 */
import { commandOptions } from '../../bin/command-line/options.ts';
import { onScratchEngines } from '../../bin/local/engines/scratch.ts';
import { report } from '../proof/report.ts';
import { fuzz } from './fuzz.ts';

const { seed, runs } = commandOptions({
  command: 'npm run fuzz',
  summary: 'Sends generated requests, from valid to hostile, and holds every reply against the contract.',
  options: {
    seed: { type: 'number', value: 'N', default: 1, summary: 'the same seed makes the same requests' },
    runs: {
      type: 'number',
      value: 'N',
      default: 300,
      summary: 'requests an operation, on its handler and over HTTP each',
    },
  },
});

await onScratchEngines(async () => {
  const startedAt = performance.now();
  const { operations, requests, replies, faults } = await fuzz({ seed, runs });
  for (const fault of faults) console.error(`\n${fault}`);
  await report({
    name: 'fuzz',
    command: `npm run fuzz -- --seed ${seed} --runs ${runs}`,
    seconds: (performance.now() - startedAt) / 1000,
    passed: faults.length === 0,
    figures: {
      operations,
      requests,
      ...Object.fromEntries(
        [...replies].toSorted(([a], [b]) => a - b).map(([status, count]) => [`replies with ${status}`, count]),
      ),
      'replies that the contract does not allow': faults.length,
    },
  });
});
process.exit();
