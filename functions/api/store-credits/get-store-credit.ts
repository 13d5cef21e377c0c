import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { getStoreCredit } from '../../../lib/resources/store-credits/operations.ts';
import * as storeCredits from '../../../lib/resources/store-credits/records.ts';
import { view } from '../../../lib/resources/store-credits/rules.ts';

export const handler = query(getStoreCredit, async ({ store, path, now }) => {
  const credit = await storeCredits.get(store.id, path.id, path.store_credit_id);

  return ok(view(credit, now));
});
