import * as contract from '../../../lib/resources/customer-addresses/operations.ts';
import { call } from '../http/call.ts';
import { addressBody } from '../world/customer-addresses.ts';
import type { World } from '../world/world.ts';
import type { Scenario } from './scenario.ts';

async function existing({ customers: [customer], write }: World) {
  const { body } = await call(contract.createCustomerAddress, {
    path: { id: customer.id },
    body: addressBody,
    key: write,
  });
  return { id: customer.id, address_id: String(body.id) };
}

export const scenarios: readonly Scenario[] = [
  {
    operation: contract.listCustomerAddresses,
    prepare: async (world) => ({ path: { id: (await existing(world)).id } }),
  },
  {
    operation: contract.createCustomerAddress,
    prepare: async ({ customers: [customer] }) => ({ path: { id: customer.id }, body: addressBody }),
  },
  {
    operation: contract.getCustomerAddress,
    prepare: async (world) => ({ path: await existing(world) }),
  },
  {
    operation: contract.updateCustomerAddress,
    prepare: async (world) => ({ path: await existing(world), body: { ...addressBody, city: 'Oxford' } }),
  },
  {
    operation: contract.deleteCustomerAddress,
    prepare: async (world) => ({ path: await existing(world) }),
  },
];
