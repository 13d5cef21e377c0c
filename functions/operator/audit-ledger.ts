import { storeQuery } from '../../lib/chain/function.ts';
import { auditLedger } from '../../lib/resources/gift-cards/functions.ts';
import { auditPage } from '../../lib/work/audits.ts';

export const handler = storeQuery(auditLedger, ({ store, payload, now }) =>
  auditPage(store.id, payload.after ?? undefined, now),
);
