import * as contract from '../api/customer-addresses.ts';
import { objectWords, operationWords } from './kinds.ts';
import { createdAt, envelope, pageWords, updatedAt } from './shared.ts';

const id = 'The customer whose address it is. Customers are mirrored into the store by `import-records`.';
const address_id = 'The address. It must belong to the customer in the path, or the answer is 404.';
const required = '1 to 255 characters; absent, null or empty is `MISSING_FIELD`.';

export const objects = [
  objectWords(contract.addressInput, {
    first_name: `Given name of whoever receives at this address; need not be the customer's. ${required}`,
    last_name: `Family name of whoever receives at this address. ${required}`,
    street1: `House number and street. ${required}`,
    street2: 'Apartment, suite or unit, up to 255 characters. Left out or null: none, on an update as well.',
    city: `Town or city as it is written on a parcel. ${required}`,
    state: `Code of the state or province, such as \`NY\` or \`ON\`; not checked against the country. ${required}`,
    country_id:
      "Number of the country in the store's own lookup: 1 is the United States, 2 is Canada. Any integer from 1 is taken; the lookup belongs to the store.",
    zip: 'Postal code, up to 255 characters. Null for countries that have none.',
  }),
  objectWords(contract.customerAddress, {
    id: 'Public id of the address, `cad_…`. Ids made by the service sort by their creation.',
    first_name: 'Given name of whoever receives at this address.',
    last_name: 'Family name of whoever receives at this address.',
    street1: 'House number and street.',
    street2: 'Apartment, suite or unit; null where there is none.',
    city: 'Town or city as it is written on a parcel.',
    state: 'Code of the state or province, as it was sent.',
    country_id: "Number of the country in the store's own lookup: 1 is the United States, 2 is Canada.",
    zip: 'Postal code; null for countries that have none.',
    created_at: createdAt,
    updated_at: updatedAt,
  }),
];

export const operations = [
  operationWords(contract.listCustomerAddresses, {
    text: 'Returns every address of one customer, oldest id first, a page at a time. A customer without addresses has an empty list; an unknown customer is a 404.',
    path: { id },
    query: pageWords('address'),
    reply: envelope('addresses', 'lowest id first'),
  }),
  operationWords(contract.createCustomerAddress, {
    text: 'Adds one address; a customer may have any number, and two may be alike. Send an `Idempotency-Key` so that a retry after a lost answer does not add a second one.',
    path: { id },
  }),
  operationWords(contract.getCustomerAddress, {
    text: 'Returns the address as it stands now: a read by id always sees the last acknowledged write.',
    path: { id, address_id },
  }),
  operationWords(contract.updateCustomerAddress, {
    text: 'Replaces the whole address: send every field you want to keep. An optional field that is left out (`street2`, `zip`) becomes null. Orders that were shipped to it do not change.',
    path: { id, address_id },
  }),
  operationWords(contract.deleteCustomerAddress, {
    text: 'Removes the address for good. There is no way back, and deleting it again is a 404, which a retrying client may take for success.',
    path: { id, address_id },
  }),
];
