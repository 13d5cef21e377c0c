import { storeWork } from '../../lib/chain/function.ts';
import { importGiftCards } from '../../lib/resources/move-in/functions.ts';
import { importEach, importingCard } from '../../lib/work/move-in.ts';

export const handler = storeWork(importGiftCards, async ({ wholeStore, payload, commit }) => {
  const store = await wholeStore();

  return importEach(payload, commit, {
    identityOf: ({ code }) => code,
    importOne: (sent) => importingCard({ store, ...sent, update: payload.update ?? false }),
  });
});
