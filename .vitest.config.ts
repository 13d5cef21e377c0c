import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/engines.ts'],
    // Files of one worker share its modules; what a test changes of them it puts back.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
