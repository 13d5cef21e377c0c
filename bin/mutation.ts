/**
 * `npm run mutation`: how many small changes to the rules and the unit of work the tests notice. Ends with 1 below the share
 * that the project holds itself to.
 */
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { report } from './report.ts';

const { values: options } = parseArgs({ options: { mutate: { type: 'string', multiple: true } } });

/** Percent of all mutants, those that no repeated test reaches included. */
const lowest = 95;

const startedAt = performance.now();
const mutants = await new Stryker({
  configFile: '.stryker.config.json',
  ...(options.mutate ? { mutate: options.mutate } : {}),
}).runMutationTest();

const found = new Set(['Killed', 'Timeout']);
const judged = mutants.filter(({ status }) => found.has(status) || status === 'Survived' || status === 'NoCoverage');
const noticed = judged.filter(({ status }) => found.has(status));
const share = Math.round((1000 * noticed.length) / judged.length) / 10;

for (const { status, fileName, location, mutatorName, replacement } of judged) {
  if (found.has(status)) continue;
  console.log(
    `${status}  ${fileName}:${location.start.line}  ${mutatorName}  ${replacement.replaceAll(/\s+/g, ' ').slice(0, 80)}`,
  );
}
await report('mutation', {
  command: 'npm run mutation',
  seconds: (performance.now() - startedAt) / 1000,
  passed: share >= lowest,
  figures: {
    mutants: judged.length,
    noticed: noticed.length,
    survived: judged.filter(({ status }) => status === 'Survived').length,
    'not reached by the tests repeated here': judged.filter(({ status }) => status === 'NoCoverage').length,
    'noticed of all (%)': share,
    'lowest share that passes (%)': lowest,
  },
});
