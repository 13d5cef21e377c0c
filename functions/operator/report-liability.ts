import { storeQuery } from '../../lib/chain/function.ts';
import { timeTold } from '../../lib/ledger/state-rules.ts';
import { reportLiability } from '../../lib/resources/gift-cards/functions.ts';
import { liabilityPage } from '../../lib/work/report-ledgers.ts';

export const handler = storeQuery(reportLiability, async ({ store, wholeStore, payload, now }) => {
  const [{ currency }, page] = await Promise.all([
    wholeStore(),
    liabilityPage(store.id, { at: timeTold(payload, now), after: payload.after ?? undefined }),
  ]);

  return { currency, ...page };
});
