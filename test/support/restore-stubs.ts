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
  expect(refusedSince(), 'called, and not in the `reach` of the function').toEqual([]);
  expect(staleSince(), 'read by key from the store table without `ConsistentRead`').toEqual([]);
  expect(unnoticedSince(), 'sent to an engine that does not notice').toEqual([]);
  expect(readOutsideSince(), 'read outside of `decide` by a function that commits').toEqual([]);
});

afterAll(() => {
  leaveBehind();
});
