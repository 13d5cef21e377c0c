/**
 * The tests that a mutation run repeats for each mutant: the rules' own, and those of the unit of work that need no engine
 * and wait for nothing.
 */
import config from './.vitest.config.ts';

const include = [
  'test/resources/*/*rules.test.ts',
  'test/lib/schema/values.test.ts',
  'test/lib/once/unit-of-work-on-aws.test.ts',
];

export default {
  ...config,
  test: { ...config.test, include, globalSetup: [], env: { AWS_REGION: 'us-east-1', STORE_TABLE: 'store' } },
};
