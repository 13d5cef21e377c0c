import { storeWork } from '../../lib/invoke/function.ts';
import { importGiftCards } from '../../lib/resources/move-in/functions.ts';
import { importEach, importingCard } from '../../lib/work/move-in.ts';

export const handler = storeWork(importGiftCards, ({ store, payload: { records, update }, commit }) =>
  importEach(records, {
    identityOf: ({ code }) => code,
    importOne: (record) => commit(importingCard({ store, record, update: update ?? false })),
  }),
);
