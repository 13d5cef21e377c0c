/** The tests that a mutation run repeats for each mutant: the rules, and the chain whose commits the unit of work makes. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/domain/**/*.test.ts', 'test/functions/{chain,unit-of-work,gift-options,operator}.test.ts'],
    globalSetup: ['test/support/engines.ts'],
    testTimeout: 30_000,
  },
});
