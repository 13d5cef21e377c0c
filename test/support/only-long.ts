/** Skips the tests of `npm test` in the files that `npm run check` shares with it: only those with the tag `long` are left. */
import { beforeEach, expect } from 'vitest';

const isShared = !/\/test\/(?:measure|stage|system|contract\/adversity)\//.test(expect.getState().testPath ?? '');

if (isShared) {
  beforeEach(({ skip, task }) => {
    if (!task.tags?.includes('long')) skip();
  });
}
