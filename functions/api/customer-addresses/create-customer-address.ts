import { createCustomerAddress, customerAddress } from '../../../lib/contract/api/customer-addresses.ts';
import { show } from '../../../lib/contract/kinds/show.ts';
import { newAddress } from '../../../lib/domain/customer-address.ts';
import { command } from '../../../lib/http/endpoint.ts';
import { created } from '../../../lib/http/reply.ts';
import * as addresses from '../../../lib/table/customers/customer-addresses.ts';
import * as customers from '../../../lib/table/customers/customers.ts';

export const handler = command(createCustomerAddress, async ({ store, path, body, now, newId }) => {
  const customer = await customers.get(store.id, path.id, createCustomerAddress.notFound);

  const address = newAddress(body, newId('address'), now);

  return {
    writes: [addresses.create(store.id, customer.id, address), customers.check(store.id, customer)],
    reply: created(show(customerAddress, address)),
  };
});
