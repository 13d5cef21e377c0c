import { storeWork } from '../../lib/chain/function.ts';
import { importStoreCredits } from '../../lib/resources/move-in/functions.ts';
import { importEach, importingCredit } from '../../lib/work/move-in.ts';

export const handler = storeWork(importStoreCredits, async ({ wholeStore, payload, commit }) => {
  const store = await wholeStore();

  return importEach(payload, commit, {
    // Each credit changes an item of its customer, so credits of the same customer would conflict in parallel.
    identityOf: ({ customer_id }) => customer_id,
    importOne: (sent) => importingCredit(store, sent),
  });
});
