import { customerAddress, getCustomerAddress } from '../../../lib/contract/api/customer-addresses.ts';
import { show } from '../../../lib/contract/kinds/show.ts';
import { query } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as addresses from '../../../lib/table/customers/customer-addresses.ts';

export const handler = query(getCustomerAddress, async ({ store, path }) => {
  const address = await addresses.get(store.id, path.id, path.address_id, getCustomerAddress.notFound);

  return ok(show(customerAddress, address));
});
