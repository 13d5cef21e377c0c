import { listCustomerAddresses } from '../../../lib/contract/customer-addresses.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as addresses from '../../../lib/store/customer-addresses.ts';
import { getCustomer } from '../../../lib/store/customers.ts';
import { pageOf } from '../../../lib/store/entities.ts';

export const handler = query(listCustomerAddresses, async ({ store, path, query: { after, limit } }) => {
  const [items] = await Promise.all([
    addresses.list(store.id, path.id, { after, limit: limit + 1 }),
    getCustomer(store.id, path.id, listCustomerAddresses.notFound),
  ]);

  return ok(pageOf(items, limit, addresses.view));
});
