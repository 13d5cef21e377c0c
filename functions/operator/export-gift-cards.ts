import { cardRequired, exportGiftCards } from '../../lib/contract/functions/ledger.ts';
import { missingField } from '../../lib/contract/kinds/errors.ts';
import { storeQuery } from '../../lib/invoke/function.ts';
import { exportPage } from '../../lib/work/export-gift-cards.ts';

export const handler = storeQuery(exportGiftCards, ({ store, payload: { after, after_transaction }, now }) => {
  if (after_transaction && !after) throw missingField(cardRequired.message);

  return exportPage(store.id, { after: after ?? undefined, afterTransaction: after_transaction ?? undefined }, now);
});
