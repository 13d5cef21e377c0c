import { customerAddress, updateCustomerAddress } from '../../../lib/contract/api/customer-addresses.ts';
import { show } from '../../../lib/contract/kinds/show.ts';
import { replaceAddress } from '../../../lib/domain/customer-address.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { ok } from '../../../lib/http/reply.ts';
import * as addresses from '../../../lib/table/customers/customer-addresses.ts';

export const handler = command(updateCustomerAddress, async ({ store, path, body, now }) => {
  const address = await addresses.get(store.id, path.id, path.address_id, updateCustomerAddress.notFound);

  const next = replaceAddress(address, body, now);

  return { writes: [addresses.replace(store.id, path.id, address, next)], reply: ok(show(customerAddress, next)) };
});
