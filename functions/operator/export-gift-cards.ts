import { storeQuery } from '../../lib/chain/function.ts';
import { cardRequired, exportGiftCards } from '../../lib/resources/gift-cards/functions.ts';
import { missingField } from '../../lib/schema/errors.ts';
import { exportPage } from '../../lib/work/export-gift-cards.ts';

export const handler = storeQuery(exportGiftCards, ({ store, payload: { after, after_transaction }, now }) => {
  if (after_transaction && !after) throw missingField(cardRequired.message, 'after');

  return exportPage(store.id, { after: after ?? undefined, afterTransaction: after_transaction ?? undefined }, now);
});
