import { storeWork } from '../../lib/chain/function.ts';
import { importReviews } from '../../lib/resources/move-in/functions.ts';
import * as batches from '../../lib/runtime/batches.ts';
import { importEach, importingReview, importingReviews } from '../../lib/work/move-in.ts';

export const handler = storeWork(importReviews, ({ store, payload, commit }) =>
  importEach(payload, commit, {
    // Each review changes its customer, so reviews of the same customer would conflict in parallel.
    identityOf: ({ customer_id }) => customer_id,
    importOne: (sent) => importingReview(store.id, sent),
    together: {
      ...{ atMost: batches.importedReviews.size, ofOneIdentity: true },
      importAll: (sent) => importingReviews(store.id, sent),
    },
  }),
);
