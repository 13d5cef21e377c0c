import { storeWork } from '../../lib/chain/function.ts';
import { importReviews } from '../../lib/resources/move-in/functions.ts';
import { importEach, importingReview } from '../../lib/work/move-in.ts';

export const handler = storeWork(importReviews, ({ store, payload: { records }, commit }) =>
  importEach(records, {
    // Each changes its customer: side by side they would wait for each other.
    identityOf: ({ customer_id }) => customer_id,
    importOne: (record) => commit(importingReview(store.id, record)),
  }),
);
