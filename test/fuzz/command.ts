/**
 * `npm run fuzz`: every operation with generated valid, near-valid and hostile requests, on its handler and over HTTP: never a
 * 5xx, always the envelope, always a reply that the contract allows.
 */

import { onScratchEngines } from '../../bin/local/engines/scratch.ts';
import { commandOptions } from '../proof/command-options.ts';
import { report } from '../proof/report.ts';
import { fuzz } from './fuzz.ts';

const usage = `npm run fuzz -- [options]

  --seed N   of the generated requests (default 1); the same seed makes the same ones
  --runs N   requests an operation, on its handler and over HTTP each (default 300)`;

const options = commandOptions(usage, {
  seed: { type: 'string', default: '1' },
  runs: { type: 'string', default: '300' },
});
const [seed, runs] = [Number(options.seed), Number(options.runs)];

await onScratchEngines(async () => {
  const startedAt = performance.now();
  const { operations, requests, replies, faults } = await fuzz({ seed, runs });
  for (const fault of faults) console.error(`\n${fault}`);
  await report('fuzz', {
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
