import { commitUnitOfWork } from '../../lib/once/unit-of-work.ts';
import type { Write } from '../../lib/table/items.ts';

/** Commits the writes for what a store that is made on this machine lacks still. */
export const createMissing = (missing: () => Promise<readonly Write[]>): Promise<void> =>
  commitUnitOfWork<void>({ decide: async () => ({ writes: await missing(), reply: undefined }) });
