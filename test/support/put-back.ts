/** Files of one worker share its modules and its environment: what a test has stubbed ends with it. */
import { afterEach, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
