import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import { listStoreCredits } from '../../../lib/resources/store-credits/operations.ts';
import * as storeCredits from '../../../lib/resources/store-credits/records.ts';
import { view } from '../../../lib/resources/store-credits/rules.ts';
import { pageOf } from '../../../lib/table/reads.ts';

export const handler = query(listStoreCredits, async ({ store, path, query: { status, after, limit }, now }) => {
  const [credits] = await Promise.all([
    storeCredits.list(store.id, path.id, { status, after, limit: limit + 1 }, now),
    customers.get(store.id, path.id, listStoreCredits.notFound),
  ]);

  return ok(pageOf(credits, limit, (credit) => view(credit, now)));
});
