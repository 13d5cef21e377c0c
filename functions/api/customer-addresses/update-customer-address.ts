import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { customerAddress } from '../../../lib/resources/customer-addresses/fields.ts';
import { updateCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import * as addresses from '../../../lib/resources/customer-addresses/records.ts';
import { replaceAddress } from '../../../lib/resources/customer-addresses/rules.ts';
import { show } from '../../../lib/schema/field.ts';

export const handler = command(updateCustomerAddress, async ({ store, path, body, now }) => {
  const address = await addresses.get(store.id, path.id, path.address_id, updateCustomerAddress.notFound);

  const next = replaceAddress(address, body, now);

  return { writes: [addresses.replace(store.id, path.id, address, next)], reply: ok(show(customerAddress, next)) };
});
