import { customerAddress, listCustomerAddresses } from '../../../lib/contract/api/customer-addresses.ts';
import { show } from '../../../lib/contract/kinds/show.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as addresses from '../../../lib/table/customers/customer-addresses.ts';
import * as customers from '../../../lib/table/customers/customers.ts';
import { pageOf } from '../../../lib/table/pages.ts';

export const handler = query(listCustomerAddresses, async ({ store, path, query: { after, limit } }) => {
  const [items] = await Promise.all([
    addresses.list(store.id, path.id, { after, limit: limit + 1 }),
    customers.get(store.id, path.id, listCustomerAddresses.notFound),
  ]);

  return ok(pageOf(items, limit, (address) => show(customerAddress, address)));
});
