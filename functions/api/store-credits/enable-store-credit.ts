import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { enable } from '../../../lib/ledger/rules.ts';
import { enableStoreCredit } from '../../../lib/resources/store-credits/operations.ts';
import * as storeCredits from '../../../lib/resources/store-credits/records.ts';
import { view } from '../../../lib/resources/store-credits/rules.ts';

export const handler = command(enableStoreCredit, async ({ store, path, caller, now, newId }) => {
  const [credit, { actor }] = await Promise.all([storeCredits.get(store.id, path.id, path.store_credit_id), caller()]);

  const change = enable(credit, { actor, now, transactionId: newId('storeCreditTransaction') });

  return {
    writes: change.transaction ? storeCredits.replace(store.id, credit, change) : [],
    reply: ok(view(change.next, now)),
  };
});
