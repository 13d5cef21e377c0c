import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { storeCreditTransaction } from '../../../lib/resources/store-credits/fields.ts';
import { listStoreCreditTransactions } from '../../../lib/resources/store-credits/operations.ts';
import * as storeCredits from '../../../lib/resources/store-credits/records.ts';
import { show } from '../../../lib/schema/field.ts';
import { pageOf } from '../../../lib/table/reads.ts';

export const handler = query(listStoreCreditTransactions, async ({ store, path, query: { after, limit } }) => {
  const [transactions] = await Promise.all([
    storeCredits.listEntries(store.id, path.store_credit_id, { after, limit: limit + 1, newestFirst: true }),
    storeCredits.get(store.id, path.id, path.store_credit_id),
  ]);

  return ok(pageOf(transactions, limit, (transaction) => show(storeCreditTransaction, transaction)));
});
