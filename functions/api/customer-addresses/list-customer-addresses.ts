import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { customerAddress } from '../../../lib/resources/customer-addresses/fields.ts';
import { listCustomerAddresses } from '../../../lib/resources/customer-addresses/operations.ts';
import * as addresses from '../../../lib/resources/customer-addresses/records.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import { show } from '../../../lib/schema/field.ts';
import { pageOf } from '../../../lib/table/reads.ts';

export const handler = query(listCustomerAddresses, async ({ store, path, query: { after, limit } }) => {
  const [items] = await Promise.all([
    addresses.list(store.id, path.id, { after, limit: limit + 1 }),
    customers.get(store.id, path.id, listCustomerAddresses.notFound),
  ]);

  return ok(pageOf(items, limit, (address) => show(customerAddress, address)));
});
