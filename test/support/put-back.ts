/** Files of one worker share its modules and its environment: what a test has stubbed ends with it. */
import { afterAll, afterEach, vi } from 'vitest';
import './aws/patient-clients.ts';
import { keepUsed } from './aws/used-grants.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

afterAll(() => {
  keepUsed();
});
