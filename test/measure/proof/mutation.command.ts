/**
 * `npm run measure -- mutation`: how many small changes to the rules and the unit of work the tests notice. Ends with 1 below the share
 * that the project holds itself to.
 */
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { measure } from '../measure.ts';

/** Percent of all mutants, those that no repeated test reaches included. */
const lowest = 95;

export default measure(
  {
    name: 'mutation',
    summary: 'Counts how many small changes to the code its tests notice.',
    options: {
      mutate: {
        type: 'string',
        value: 'FILE',
        multiple: true,
        summary: 'only this file, instead of all rules and the unit of work',
      },
    },
  },
  async ({ mutate }) => {
    const mutants = await new Stryker({
      configFile: '.stryker.config.json',
      ...(mutate.length > 0 ? { mutate } : {}),
    }).runMutationTest();

    const isNoticed = ({ status }: { status: string }): boolean => status === 'Killed' || status === 'Timeout';
    const noticed = mutants.filter(isNoticed).length;
    const unnoticed = mutants.filter((mutant) => !isNoticed(mutant));
    const share = Math.round((1000 * noticed) / mutants.length) / 10;

    for (const { status, fileName, location, mutatorName, replacement } of unnoticed) {
      console.log(
        `${status}  ${relative('.', fileName)}:${location.start.line}  ${mutatorName}  ${replacement.replaceAll(/\s+/g, ' ').slice(0, 80)}`,
      );
    }
    return {
      passed: share >= lowest,
      figures: {
        mutants: mutants.length,
        noticed,
        survived: unnoticed.filter(({ status }) => status === 'Survived').length,
        'not reached by the tests repeated here': unnoticed.filter(({ status }) => status === 'NoCoverage').length,
        'noticed of all (%)': share,
        'lowest share that passes (%)': lowest,
      },
    };
  },
);
