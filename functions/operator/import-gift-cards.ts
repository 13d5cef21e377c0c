import { storeWork } from '../../lib/chain/function.ts';
import { importGiftCards } from '../../lib/resources/move-in/functions.ts';
import * as batches from '../../lib/runtime/batches.ts';
import { importEach, importingCard, importingCards } from '../../lib/work/move-in.ts';

export const handler = storeWork(importGiftCards, async ({ wholeStore, payload, commit }) => {
  const store = await wholeStore();
  const update = payload.update ?? false;

  return importEach(payload, commit, {
    identityOf: ({ code }) => code,
    importOne: (sent) => importingCard({ store, ...sent, update }),
    together: {
      ...{ atMost: batches.importedCards.size, ofOneIdentity: false },
      importAll: (some) => importingCards(some.map((sent) => ({ store, ...sent, update }))),
    },
  });
});
