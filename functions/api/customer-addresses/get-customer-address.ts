import { query } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { customerAddress } from '../../../lib/resources/customer-addresses/fields.ts';
import { getCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import * as addresses from '../../../lib/resources/customer-addresses/records.ts';
import { show } from '../../../lib/schema/field.ts';

export const handler = query(getCustomerAddress, async ({ store, path }) => {
  const address = await addresses.get(store.id, path.id, path.address_id, getCustomerAddress.notFound);

  return ok(show(customerAddress, address));
});
