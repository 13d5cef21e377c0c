import { envelope, pageWords } from '../../schema/shared-words.ts';
import { operationWords } from '../../schema/words.ts';
import * as contract from './operations.ts';

const id = 'The customer whose address it is. Customers are mirrored into the store by `import-records`.';
const address_id = 'The address. It must belong to the customer in the path, or the answer is 404.';

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
