import { storeQuery } from '../../lib/chain/function.ts';
import { reportMovements } from '../../lib/resources/gift-cards/functions.ts';
import { refuseWrongBooks } from '../../lib/resources/gift-cards/movement-rules.ts';
import { movementsPage } from '../../lib/work/export-gift-cards.ts';

export const handler = storeQuery(reportMovements, ({ store, payload, now }) => {
  refuseWrongBooks(payload, now);

  return movementsPage(store.id, { ...payload, after: payload.after ?? undefined });
});
