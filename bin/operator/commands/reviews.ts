/** Commands of reviews and ratings. */
import { command } from '../definition.ts';
import { after, store } from '../shared-options.ts';

export const reviewCommands = {
  'ratings audit': command({
    options: { store, after: after('product, where an earlier run stopped') },
    summary: "Audit the ratings of a store's products. The exit code is 1 if a rating differs from its reviews",
    run: async (...given) => (await import('../reports.ts')).auditRatings(...given),
  }),
};
