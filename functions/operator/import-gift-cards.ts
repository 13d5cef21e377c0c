import { storeWork } from '../../lib/chain/function.ts';
import { importGiftCards } from '../../lib/resources/move-in/functions.ts';
import { importEach, importingCard } from '../../lib/work/move-in.ts';

export const handler = storeWork(importGiftCards, async ({ wholeStore, payload: { records, update }, commit }) => {
  const store = await wholeStore();

  return importEach(records, {
    identityOf: ({ code }) => code,
    importOne: (record) => commit(importingCard({ store, record, update: update ?? false })),
  });
});
