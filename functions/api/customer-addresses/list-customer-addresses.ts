import { listCustomerAddresses } from '../../../lib/contract/api/customer-addresses.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as addresses from '../../../lib/table/customers/customer-addresses.ts';
import { getCustomer } from '../../../lib/table/customers/customers.ts';
import { pageOf } from '../../../lib/table/entities.ts';

export const handler = query(listCustomerAddresses, async ({ store, path, query: { after, limit } }) => {
  const [items] = await Promise.all([
    addresses.list(store.id, path.id, { after, limit: limit + 1 }),
    getCustomer(store.id, path.id, listCustomerAddresses.notFound),
  ]);

  return ok(pageOf(items, limit, addresses.view));
});
