/** A customer's addresses, and the operations on them. */
import * as contract from '../../../lib/resources/customer-addresses/operations.ts';
import { updateStore } from '../../../lib/resources/stores/functions.ts';
import type { Store } from '../../../lib/resources/stores/rules.ts';
import { call } from '../http/call.ts';
import { invoke } from '../invoke.ts';
import { newWorld, succeeded } from './world.ts';

export const addressBody = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  street1: '12 St James Square',
  city: 'London',
  state: 'LND',
  country_id: 44,
  zip: 'SW1Y 4JH',
};

type Settings = Partial<Pick<Store, 'countries' | 'address_rules'>>;

/** Two customers of a new store; the operations are on the first one's addresses unless they name another. */
export async function newAddressBook(settings: Settings = {}) {
  const world = await newWorld();
  const set = (changed: Settings) => succeeded(invoke(updateStore, { store_id: world.store.id, ...changed }));
  if (Object.keys(settings).length > 0) await set(settings);
  const [{ id }, { id: other }] = world.customers;
  const key = world.write;
  return {
    world,
    id,
    other,
    /** Changes the settings of the store. */
    set,
    create: (body: unknown = addressBody, customer = id) =>
      call(contract.createCustomerAddress, { path: { id: customer }, body, key }),
    get: (address_id: string, customer = id) =>
      call(contract.getCustomerAddress, { path: { id: customer, address_id }, key }),
    update: (address_id: string, body: unknown, customer = id) =>
      call(contract.updateCustomerAddress, { path: { id: customer, address_id }, body, key }),
    remove: (address_id: string, customer = id) =>
      call(contract.deleteCustomerAddress, { path: { id: customer, address_id }, key }),
    list: (query: Record<string, string | number> = {}, customer = id) =>
      call(contract.listCustomerAddresses, { path: { id: customer }, query, key }),
  };
}
