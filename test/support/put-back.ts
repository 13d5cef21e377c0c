/** Files of one worker share its modules and its environment: what a test has stubbed ends with it. */
import { afterAll, afterEach, expect, vi } from 'vitest';
import './aws/patient-clients.ts';
import { refusedSince } from './aws/permissions.ts';
import { keep, leaveBehind } from './left-behind.ts';
import { noted } from './refusals-reached.ts';

Object.assign(globalThis, { [noted]: (refusal: string) => keep('refusals reached', refusal) });

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  expect(refusedSince(), 'called, and not in the `reach` of the function').toEqual([]);
});

afterAll(() => {
  leaveBehind();
});
