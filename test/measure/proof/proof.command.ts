/** `npm run measure -- proof`: makes the figures of the page of proofs again, one proof after the other; then brings the page up to date. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { commandOptions, endWith, UsageError } from '../../../bin/command-line/options.ts';
import { type Proof, proofs, staleIn, textOfProofPages } from './report.ts';

const command = 'npm run measure -- proof';
const root = resolve(import.meta.dirname, '../../..');

const { only, stale, list } = commandOptions({
  command,
  summary: 'Makes all figures of the page of proofs again, in half an hour on two processors.',
  options: {
    only: { type: 'string', value: 'NAME', multiple: true, summary: 'only this proof' },
    stale: { type: 'boolean', summary: 'only those whose figures are of other code than there is' },
    list: { type: 'boolean', summary: 'says which are stale, and makes none; ends with 1 where there is one' },
  },
});

const unknown = only.find((name) => !proofs.some((proof) => proof.name === name));
if (unknown !== undefined) endWith(new UsageError(`No proof is named ${unknown}`), command);

const outdated = staleIn(textOfProofPages());
if (list) {
  for (const { name, script } of proofs) {
    console.log(`${outdated.includes(name) ? 'stale' : 'fresh'}  ${name} (npm run measure -- ${script})`);
  }
  process.exit(outdated.length > 0 ? 1 : 0);
}

const chosen = proofs.filter(
  ({ name }) => (only.length === 0 || only.includes(name)) && (!stale || outdated.includes(name)),
);
const failed: string[] = [];
for (const [index, proof] of chosen.entries()) {
  console.log(`\n${index + 1} of ${chosen.length}: ${written(proof)}`);
  if (!(await run(proof))) failed.push(proof.name);
}
await run({ script: 'readme', args: [] });
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

function written({ script, args }: Proof): string {
  return ['npm run measure --', script, ...args].join(' ');
}

/** Whether a script ends well. */
async function run({ script, args }: Pick<Proof, 'script' | 'args'>): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', 'measure', '--', script, ...args], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return code === 0;
}
