import { exampleOutput, examplesOf } from '../../schema/examples.ts';
import { filled } from '../../schema/field.ts';
import { demoStore } from '../demo-store.ts';
import * as contract from './fields.ts';
import * as operations from './operations.ts';

export { methods } from './operations.ts';

/** The addresses of the demo store, by their names in `demoStore.addresses`. */
export const addresses = {
  home: exampleOutput(contract.addressInput, {
    street1: '12 Analytical Way',
    street2: 'Apt 3',
    city: 'New York',
    state: 'NY',
    zip: '10001',
  }),
  office: exampleOutput(contract.addressInput, {
    street1: '1 Engine Court',
    street2: null,
    city: 'Toronto',
    state: 'ON',
    country_id: 2,
    zip: 'M5V 2T6',
  }),
};

const shown = (id: string, input: contract.AddressInput) =>
  exampleOutput(contract.customerAddress, { ...filled(contract.addressFields, input), id });

const ids = demoStore.addresses;
const ofAda = { id: demoStore.customers.ada };
const moved = { ...addresses.home, street1: '14 Analytical Way', street2: null };

export const examples = examplesOf(operations, {
  listCustomerAddresses: {
    path: ofAda,
    query: { limit: '2' },
    reply: { data: [shown(ids.home, addresses.home), shown(ids.office, addresses.office)], has_more: false },
  },
  createCustomerAddress: {
    path: ofAda,
    body: exampleOutput(contract.addressInput),
    reply: exampleOutput(contract.customerAddress),
  },
  getCustomerAddress: {
    path: { ...ofAda, address_id: ids.home },
    reply: shown(ids.home, addresses.home),
  },
  updateCustomerAddress: {
    path: { ...ofAda, address_id: ids.home },
    body: moved,
    reply: shown(ids.home, moved),
  },
  deleteCustomerAddress: { path: { ...ofAda, address_id: ids.office } },
});
