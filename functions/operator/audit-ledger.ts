import { auditLedger } from '../../lib/contract/functions/checkout.ts';
import { storeQuery } from '../../lib/invoke/function.ts';
import { auditPage } from '../../lib/work/ledger-audit.ts';

export const handler = storeQuery(auditLedger, ({ store, payload, now }) =>
  auditPage(store.id, payload.after ?? undefined, now),
);
