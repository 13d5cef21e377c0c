import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { update } from '../../../lib/ledger/rules.ts';
import { updateStoreCredit } from '../../../lib/resources/store-credits/operations.ts';
import * as storeCredits from '../../../lib/resources/store-credits/records.ts';
import { view } from '../../../lib/resources/store-credits/rules.ts';

export const handler = command(updateStoreCredit, async ({ store, path, body, now }) => {
  const credit = await storeCredits.get(store.id, path.id, path.store_credit_id);

  const change = update(credit, body, now);

  return { writes: storeCredits.replace(store.id, credit, change), reply: ok(view(change.next, now)) };
});
