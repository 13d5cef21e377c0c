/**
 * Fails a run in which a function was refused what its role lacks, or wrote without a condition what stands in no list; and one of all
 * tests in which a grant was not used, or what the list allows was never written.
 */
import { globSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { mayBeUnconditional, unconditionalWrites } from './unconditional-writes.ts';
import { lookAtGrants } from './used-grants.ts';

export const setup =
  ({ config, vitest }: TestProject) =>
  (): void => {
    const { include, exclude, root, name } = config;
    const files = globSync(include, { cwd: root, exclude });
    const ranAll = name === 'test' && vitest.state.getTestModules().length === files.length;
    const { refused, unused, unconditional } = lookAtGrants();
    fail('Called, and not in the `reach` of the function', refused);
    fail(
      'Written without a condition, and not in `unconditional-writes.ts`',
      unconditional.filter((kind) => !mayBeUnconditional(kind)),
    );
    if (!ranAll || vitest.state.getCountOfFailedTests() > 0) return;
    fail('In the `reach` of the function, and used in no test', unused);
    fail(
      'In `unconditional-writes.ts`, and always written with a condition',
      Object.keys(unconditionalWrites).filter((listed) => !unconditional.some((kind) => kind.startsWith(listed))),
    );
  };

function fail(what: string, grants: readonly string[]): void {
  if (grants.length === 0) return;
  console.error(`${what}:\n  ${grants.join('\n  ')}`);
  process.exitCode = 1;
}
