/** Skips the tests of `npm test`: only those with the tag `long` are left. */
import { beforeEach } from 'vitest';

beforeEach(({ skip, task }) => {
  if (!task.tags?.includes('long')) skip();
});
