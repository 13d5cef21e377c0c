import { command } from '../../../lib/chain/endpoint.ts';
import { created } from '../../../lib/chain/reply.ts';
import { customerAddress } from '../../../lib/resources/customer-addresses/fields.ts';
import { createCustomerAddress } from '../../../lib/resources/customer-addresses/operations.ts';
import * as addresses from '../../../lib/resources/customer-addresses/records.ts';
import { brokenRules, newAddress } from '../../../lib/resources/customer-addresses/rules.ts';
import * as customers from '../../../lib/resources/customers/records.ts';
import { show } from '../../../lib/schema/field.ts';

export const handler = command(
  createCustomerAddress,
  async ({ store, caller, path, body, now, newId }) => {
    const [customer, { store: settings }] = await Promise.all([
      customers.get(store.id, path.id, createCustomerAddress.notFound),
      caller(),
    ]);

    const address = newAddress(body, settings, { id: newId('address'), now });

    return {
      writes: [addresses.create(store.id, customer.id, address), customers.check(store.id, customer)],
      reply: created(show(customerAddress, address)),
    };
  },
  { rulesOfStore: brokenRules },
);
