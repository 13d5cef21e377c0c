/** The tests that a mutation run repeats for each mutant: the rules' own, and those of the unit of work. */
import { mergeConfig } from 'vitest/config';
import config from './.vitest.config.ts';

const include = ['test/domain/**/*.test.ts', 'test/functions/unit-of-work*.test.ts'];

export default { ...mergeConfig(config, {}), test: { ...config.test, include } };
