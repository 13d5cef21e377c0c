/** Files of one worker share its modules and its environment: what a test has stubbed ends with it. */
import { afterAll, afterEach, beforeEach, expect, onTestFailed, vi } from 'vitest';
import { staleSince } from './aws/consistent-reads.ts';
import { seedOfEquals, shuffledSoFar } from './aws/equal-sort-keys.ts';
import './aws/patient-clients.ts';
import { refusedSince } from './aws/permissions.ts';
import { readOutsideSince, watchingReads } from './aws/reads-outside.ts';
import { unnoticedSince } from './aws/request-fields.ts';
import { aroundInvocations } from './handlers.ts';
import { keep, leaveBehind, noted } from './run-artifacts.ts';

aroundInvocations(watchingReads);

Object.assign(globalThis, { [noted]: (refusal: string) => keep('refusals reached', refusal) });

beforeEach(() => {
  const before = shuffledSoFar();
  onTestFailed(() => {
    if (shuffledSoFar() > before) console.error(`Equal sort keys came in the order of EQUAL_KEYS_SEED=${seedOfEquals}`);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  expect(refusedSince().join('\n'), 'called, and not in the `reach` of the function').toBe('');
  expect(staleSince().join('\n'), 'read by key from the store table without `ConsistentRead`').toBe('');
  expect(unnoticedSince().join('\n'), 'sent to an engine that does not notice').toBe('');
  expect(readOutsideSince().join('\n'), 'read outside of `decide` by a function that commits').toBe('');
});

afterAll(() => {
  leaveBehind();
});
