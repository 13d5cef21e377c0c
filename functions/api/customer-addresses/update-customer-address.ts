import { command } from '../../../lib/chain/endpoint.ts';
import { ok } from '../../../lib/chain/reply.ts';
import { customerAddress } from '../../../lib/resources/customer-addresses/fields.ts';
import { updateCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import * as addresses from '../../../lib/resources/customer-addresses/records.ts';
import { brokenRules, replaceAddress } from '../../../lib/resources/customer-addresses/rules.ts';
import { show } from '../../../lib/schema/field.ts';

export const handler = command(
  updateCustomerAddress,
  async ({ store, caller, path, body, now }) => {
    const [address, { store: settings }] = await Promise.all([
      addresses.get(store.id, path.id, path.address_id, updateCustomerAddress.notFound),
      caller(),
    ]);

    const next = replaceAddress(address, body, settings, now);

    return { writes: [addresses.replace(store.id, path.id, address, next)], reply: ok(show(customerAddress, next)) };
  },
  { rulesOfStore: brokenRules },
);
