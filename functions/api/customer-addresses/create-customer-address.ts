import { command } from '../../../lib/chain/endpoint.ts';
import { created } from '../../../lib/chain/reply.ts';
import { customerAddress } from '../../../lib/resources/customer-addresses/fields.ts';
import { createCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import * as addresses from '../../../lib/resources/customer-addresses/records.ts';
import { newAddress } from '../../../lib/resources/customer-addresses/rules.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import { show } from '../../../lib/schema/field.ts';

export const handler = command(createCustomerAddress, async ({ store, path, body, now, newId }) => {
  const customer = await customers.get(store.id, path.id, createCustomerAddress.notFound);

  const address = newAddress(body, newId('address'), now);

  return {
    writes: [addresses.create(store.id, customer.id, address), customers.check(store.id, customer)],
    reply: created(show(customerAddress, address)),
  };
});
