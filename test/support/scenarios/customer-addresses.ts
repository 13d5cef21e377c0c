import { handler as create } from '../../../functions/api/customer-addresses/create-customer-address.ts';
import { handler as remove } from '../../../functions/api/customer-addresses/delete-customer-address.ts';
import { handler as get } from '../../../functions/api/customer-addresses/get-customer-address.ts';
import { handler as list } from '../../../functions/api/customer-addresses/list-customer-addresses.ts';
import { handler as update } from '../../../functions/api/customer-addresses/update-customer-address.ts';
import * as contract from '../../../lib/contract/api/customer-addresses.ts';
import { call } from '../call.ts';
import type { World } from '../world.ts';
import type { Scenario } from './scenario.ts';

export const addressBody = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  street1: '12 St James Square',
  city: 'London',
  state: 'LND',
  country_id: 44,
  zip: 'SW1Y 4JH',
};

async function existing({ customers: [customer], write }: World) {
  const { body } = await call(create, contract.createCustomerAddress, {
    path: { id: customer.id },
    body: addressBody,
    key: write,
  });
  return { id: customer.id, address_id: String(body.id) };
}

export const scenarios: readonly Scenario[] = [
  {
    operation: contract.listCustomerAddresses,
    handler: list,
    prepare: async (world) => ({ path: { id: (await existing(world)).id } }),
  },
  {
    operation: contract.createCustomerAddress,
    handler: create,
    prepare: async ({ customers: [customer] }) => ({ path: { id: customer.id }, body: addressBody }),
  },
  {
    operation: contract.getCustomerAddress,
    handler: get,
    prepare: async (world) => ({ path: await existing(world) }),
  },
  {
    operation: contract.updateCustomerAddress,
    handler: update,
    prepare: async (world) => ({ path: await existing(world), body: { ...addressBody, city: 'Oxford' } }),
  },
  {
    operation: contract.deleteCustomerAddress,
    handler: remove,
    prepare: async (world) => ({ path: await existing(world) }),
  },
];
