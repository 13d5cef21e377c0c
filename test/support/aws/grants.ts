/** Fails a run in which a function was refused what its role lacks, and one of all tests in which it did not use what it is granted. */
import { globSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { lookAtGrants } from './used-grants.ts';

export const setup =
  ({ config, vitest }: TestProject) =>
  (): void => {
    const ranAll = vitest.state.getTestModules().length === globSync(config.include, { cwd: config.root }).length;
    const { refused, unused } = lookAtGrants();
    if (refused.length > 0) fail('Called, and not in the `reach` of the function', refused);
    if (ranAll && vitest.state.getCountOfFailedTests() === 0 && unused.length > 0) {
      fail('In the `reach` of the function, and used in no test', unused);
    }
  };

function fail(what: string, grants: readonly string[]): void {
  console.error(`${what}:\n  ${grants.join('\n  ')}`);
  process.exitCode = 1;
}
