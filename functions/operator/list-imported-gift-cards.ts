import { storeQuery } from '../../lib/chain/function.ts';
import { listImportedGiftCards } from '../../lib/resources/move-in/functions.ts';
import { importedSums } from '../../lib/work/move-in.ts';

export const handler = storeQuery(listImportedGiftCards, async ({ store, payload: { codes } }) => ({
  data: await importedSums(store.id, codes),
}));
