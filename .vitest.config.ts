import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

// What tests start (workers, servers, commands) is compiled once, not by each process.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '.build/compile-cache');

/** What takes long: `npm run check` runs it, `npm test` the rest. */
const long = 'test/{measure,stage,system}/**/*.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'test', include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, long] },
      },
      { extends: true, test: { name: 'check', include: [long] } },
    ],
    reporters: ['default', './test/support/slowest-files.ts'],
    // Ended in the opposite order: the folder that the first makes goes last.
    globalSetup: ['test/support/engines.ts', 'test/support/aws/grants.ts'],
    // Files of one worker share its modules, which takes half the time; what a test changes of them it puts back.
    isolate: false,
    setupFiles: ['test/support/put-back.ts'],
    // One more than there are processors: tests wait for the engines.
    maxWorkers: availableParallelism() + 1,
    // Generous: a machine that is busy with something else fails no test.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 150_000 } },
  },
});
