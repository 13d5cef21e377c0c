import { reportLiability } from '../../lib/contract/functions/ledger.ts';
import { timeTold } from '../../lib/domain/liability.ts';
import { storeQuery } from '../../lib/invoke/function.ts';
import { liabilityPage } from '../../lib/work/report-liability.ts';

export const handler = storeQuery(reportLiability, ({ store, payload, now }) =>
  liabilityPage(store.id, { at: timeTold(payload, now), after: payload.after ?? undefined }),
);
