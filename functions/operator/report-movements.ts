import { storeQuery } from '../../lib/chain/function.ts';
import { refuseWrongBooks } from '../../lib/ledger/movement-rules.ts';
import { reportMovements } from '../../lib/resources/gift-cards/functions.ts';
import { movementsPage } from '../../lib/work/report-ledgers.ts';

export const handler = storeQuery(reportMovements, ({ store, payload, now }) => {
  refuseWrongBooks(payload, now);

  return movementsPage(store.id, { ...payload, after: payload.after ?? undefined });
});
