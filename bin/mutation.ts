/**
 * `npm run mutation`: how many small changes to the rules and the unit of work the tests notice. Ends with 1 below the share
 * that the project holds itself to.
 */
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { report } from './report.ts';

const { values: options } = parseArgs({ options: { mutate: { type: 'string', multiple: true } } });

/** Percent of the mutants that the repeated tests reach. Rules that only endpoints' tests reach are counted apart. */
const lowest = 75;

const startedAt = performance.now();
const mutants = await new Stryker({
  configFile: '.stryker.config.json',
  ...(options.mutate ? { mutate: options.mutate } : {}),
}).runMutationTest();

const found = new Set(['Killed', 'Timeout']);
const judged = mutants.filter(({ status }) => found.has(status) || status === 'Survived' || status === 'NoCoverage');
const noticed = judged.filter(({ status }) => found.has(status));
const reached = judged.filter(({ status }) => status !== 'NoCoverage');
const percent = (of: number) => Math.round((1000 * noticed.length) / of) / 10;

for (const { status, fileName, location, mutatorName, replacement } of judged) {
  if (found.has(status)) continue;
  console.log(
    `${status}  ${fileName}:${location.start.line}  ${mutatorName}  ${replacement.replaceAll(/\s+/g, ' ').slice(0, 80)}`,
  );
}
await report('mutation', {
  command: 'npm run mutation',
  seconds: (performance.now() - startedAt) / 1000,
  passed: percent(reached.length) >= lowest,
  figures: {
    mutants: judged.length,
    noticed: noticed.length,
    survived: judged.filter(({ status }) => status === 'Survived').length,
    'not reached by the tests repeated here': judged.filter(({ status }) => status === 'NoCoverage').length,
    'noticed of those reached (%)': percent(reached.length),
    'noticed of all (%)': percent(judged.length),
  },
});
