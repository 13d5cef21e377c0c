import { command } from '../../../lib/chain/endpoint.ts';
import { noContent } from '../../../lib/chain/reply.ts';
import { deleteCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import * as addresses from '../../../lib/resources/customer-addresses/records.ts';

export const handler = command(deleteCustomerAddress, async ({ store, path }) => {
  const address = await addresses.get(store.id, path.id, path.address_id, deleteCustomerAddress.notFound);

  return { writes: [addresses.remove(store.id, path.id, address)], reply: noContent() };
});
