/** `npm run measure -- NAME [options]`: runs one of the measures; without a name, lists them. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { measures } from './measure.ts';

const [name = '--help'] = process.argv.slice(2);
const file = measures[name];

if (file !== undefined) {
  // The command reads its own options.
  process.argv.splice(2, 1);
  const { default: run } = await import(pathToFileURL(resolve(import.meta.dirname, '..', file)).href);
  // A program that ran on import ends automatically.
  if (run !== undefined) {
    await run();
    process.exit();
  }
} else if (name === '--help' || name === '-h') {
  console.log(`Usage: npm run measure -- NAME [options]

Measures and proofs (npm run measure -- NAME --help shows the options of each):

${Object.keys(measures)
  .map((each) => `  ${each}`)
  .join('\n')}`);
} else {
  console.error(`No measure is named ${name} (see npm run measure -- --help)`);
  process.exitCode = 2;
}
