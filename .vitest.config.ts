import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// What tests start (workers, servers, commands) is compiled once, not by each process.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '.build/compile-cache');

/** What tests need that run functions. */
const withEngines = {
  globalSetup: ['test/support/engines.ts'],
  setupFiles: ['test/support/restore-stubs.ts', 'test/support/own-tables.ts', 'test/support/small-batches.ts'],
};

/** What the tests of a whole run have left: it comes after them. */
const last = 'test/run/*.test.ts';

/** What measures speed, after everything else: what runs beside it would be measured too. */
const alone = 'test/system/lighthouse.test.ts';

/** Folders of what takes long: `npm run check` runs it, `npm test` the rest. */
const long = 'test/{measure,stage,system,contract/adversity}/**/*.test.ts';

/** Files that have the tag `long`, or tests with it: `npm test` leaves these tests out, and `npm run check` runs them. */
const partlyLong = globSync('test/{background,bin,contract,infra,lib,releases,resources}/**/*.test.ts', {
  cwd: import.meta.dirname,
}).filter((file) =>
  /\btags: .*\blong\b|@module-tag long/.test(readFileSync(resolve(import.meta.dirname, file), 'utf8')),
);

/** Files that take longest: they work on all endpoints, stored data, pages or commands, or they wait. */
const longest =
  /\/test\/(?:contract\/(?!adversity)|releases)\/|\/(?:guide|readme|reference-in-browser|background-contract|samples|stored-data|load|issue-gift-cards|mcp|console-states|local-server-starts|faults)\.test\.ts$/;

/** Starts with the files that take longest, so that no worker ends with one of them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'test',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, long, last],
          ...withEngines,
        },
      },
      {
        extends: true,
        test: {
          name: 'check',
          include: [long],
          exclude: [...configDefaults.exclude, alone],
          testTimeout: 900_000,
          ...withEngines,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: partlyLong,
          ...withEngines,
          setupFiles: ['test/support/only-long.ts', ...withEngines.setupFiles],
        },
      },
      {
        extends: true,
        test: {
          name: 'sdk',
          include: ['test/lib/{chain,once,table}/**/*.test.ts', 'test/lib/wire/rehearsal.test.ts'],
          ...withEngines,
          // The functions' clients are the SDK's own.
          env: { SDK_AS_IS: 'true' },
        },
      },
      { extends: true, test: { name: 'alone', include: [alone], sequence: { groupOrder: 1 } } },
      { extends: true, test: { name: 'run', include: [last], sequence: { groupOrder: 1 } } },
    ],
    tags: [
      { name: 'long', description: 'Takes long: only `npm run check` runs it.' },
      {
        name: 'power',
        description: 'Plants a fault that a proof must notice: only `npm run measure -- power` runs it.',
      },
    ],
    reporters: ['default', './test/support/slowest-files.ts'],
    // Files of one worker share its modules, which takes half the time; what a test changes of them it puts back.
    isolate: false,
    // Node loads the modules, which takes less time than if Vitest does.
    experimental: { viteModuleRunner: false },
    execArgv: [
      '--import',
      resolve(import.meta.dirname, 'test/support/module-hooks.ts'),
      // A larger young generation: fewer collections save a twelfth of the CPU time.
      '--max-semi-space-size=64',
    ],
    sequence: { sequencer: LongestFirst },
    // One more than there are processors: tests wait for the engines.
    maxWorkers: availableParallelism() + 1,
    // Generous: a machine that is busy with something else fails no test.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 150_000 } },
  },
});
