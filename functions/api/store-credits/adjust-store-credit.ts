import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { adjust } from '../../../lib/ledger/hold-rules.ts';
import { adjustStoreCredit } from '../../../lib/resources/store-credits/operations.ts';
import * as storeCredits from '../../../lib/resources/store-credits/records.ts';
import { view } from '../../../lib/resources/store-credits/rules.ts';

export const handler = command(adjustStoreCredit, async ({ store, path, body, caller, now, newId }) => {
  const [read, open, { actor }] = await Promise.all([
    storeCredits.get(store.id, path.id, path.store_credit_id),
    storeCredits.findOpen(store.id, path.id),
    caller(),
  ]);

  const change = adjust(read, body, { actor, now, transactionId: newId('storeCreditTransaction') });

  return {
    writes: storeCredits.write(store.id, open, { changed: [{ ...change, read }] }),
    reply: ok(view(change.next, now)),
  };
});
