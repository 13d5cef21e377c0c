/** The endpoints of the contract's section "Customer addresses". */
import type { ErrorRow } from '../../schema/errors.ts';
import { inputOf } from '../../schema/field.ts';
import { operation } from '../../schema/operation.ts';
import { listOf, page, wrongPage } from '../../schema/paging.ts';
import { missingCustomer, unknownCustomer } from '../customers/fields.ts';
import { addressInput, customerAddress, max } from './fields.ts';

const shared = {
  section: 'Customer addresses',
  folder: 'customer-addresses',
  area: 'customers',
  ids: {
    id: {
      of: 'customer',
      words: 'The customer that the address belongs to. To import customers, use `import-records`.',
    },
    address_id: {
      of: 'address',
      words: 'The address. It must belong to the customer in the path; otherwise the response is a 404.',
    },
  },
} as const;

const missingAddress: ErrorRow = {
  code: 'MISSING_FIELD',
  message: 'Address ID is required',
  when: 'the path contains no address ID',
};

const missingName = { body: { first_name: '' }, when: 'a required field is absent, null or empty' };

const invalid = { body: { first_name: 'x'.repeat(max + 1) }, when: 'a field breaks a rule' };

const required = (message: string, field: string): ErrorRow => ({
  code: 'MISSING_FIELD',
  message,
  when: `\`${field}\` is absent, null or empty, and the rules of the store require it`,
});

/** Refusals by the rules of the store (decisions, "Customer addresses"). */
const againstRules: readonly ErrorRow[] = [
  required('City is required', 'city'),
  required('State is required', 'state'),
  required('Zip is required', 'zip'),
  {
    code: 'INVALID_FIELD',
    message: 'Zip must be a postal code of DE, such as 26133',
    when: 'the country decides about the address, and `zip` is not one of its postal codes; DE is an example of a country',
  },
];

const unknownAddress: ErrorRow = {
  code: 'NOT_FOUND',
  message: 'Address not found',
  when: 'the address does not exist or belongs to another customer',
};

export const listCustomerAddresses = operation({
  ...shared,
  name: 'list-customer-addresses',
  summary: "List a customer's addresses",
  words:
    'Returns the addresses of one customer, lowest id first, a page at a time. For a customer without addresses the list is empty; for an unknown customer the response is a 404.',
  method: 'GET',
  path: '/api/v1/customers/{id}/addresses/',
  permission: 'Read',
  query: inputOf(page({ resource: 'address' })),
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: {
    status: 200,
    description: 'A page of addresses',
    schema: listOf(customerAddress, { of: 'addresses, lowest id first' }),
  },
  notFound: unknownCustomer.message,
  failure: { code: 'LIST_ERROR', message: 'Failed to list addresses' },
  errors: [missingCustomer, unknownCustomer, wrongPage],
  reach: ['Query'],
});

export const createCustomerAddress = operation({
  ...shared,
  name: 'create-customer-address',
  summary: 'Create a customer address',
  words:
    'Adds an address; a customer may have any number, including duplicates. Send an `Idempotency-Key` so that a retry after a lost response does not add a second address. Every address needs a city and a state, unless the store has the `address_rules` `country`: the country then decides ([Countries](/docs/guides/questions.html#countries)).',
  method: 'POST',
  path: '/api/v1/customers/{id}/addresses/',
  permission: 'Write',
  body: addressInput,
  success: { status: 201, description: 'The created address', schema: customerAddress },
  notFound: unknownCustomer.message,
  failure: { code: 'CREATE_ERROR', message: 'Failed to create address' },
  errors: [missingCustomer, missingName, ...againstRules, invalid, unknownCustomer],
  reach: ['PutItem', 'ConditionCheckItem'],
});

export const getCustomerAddress = operation({
  ...shared,
  name: 'get-customer-address',
  summary: 'Get a customer address',
  words: 'Returns the current address: a read by id always includes the last acknowledged write.',
  method: 'GET',
  path: '/api/v1/customers/{id}/addresses/{address_id}/',
  permission: 'Read',
  success: { status: 200, description: 'The address', schema: customerAddress },
  notFound: unknownAddress.message,
  failure: { code: 'GET_ERROR', message: 'Failed to get address' },
  errors: [missingCustomer, missingAddress, unknownAddress],
});

export const updateCustomerAddress = operation({
  ...shared,
  name: 'update-customer-address',
  summary: 'Replace a customer address',
  words:
    'Replaces the whole address: send every field that you want to keep. An omitted optional field (`street2`, `zip`) becomes null. The rules for a new address apply, even if the stored address follows earlier rules. Existing orders do not change.',
  method: 'PUT',
  path: '/api/v1/customers/{id}/addresses/{address_id}/',
  permission: 'Write',
  body: addressInput,
  success: { status: 200, description: 'The updated address', schema: customerAddress },
  notFound: unknownAddress.message,
  failure: { code: 'UPDATE_ERROR', message: 'Failed to update address' },
  errors: [missingCustomer, missingAddress, missingName, ...againstRules, invalid, unknownAddress],
  reach: ['PutItem'],
});

export const deleteCustomerAddress = operation({
  ...shared,
  name: 'delete-customer-address',
  summary: 'Delete a customer address',
  words:
    'Removes the address permanently. Deleting it again returns 404, which a retrying client may treat as success.',
  method: 'DELETE',
  path: '/api/v1/customers/{id}/addresses/{address_id}/',
  permission: 'Write',
  success: { status: 204, description: 'The address is deleted' },
  notFound: unknownAddress.message,
  failure: { code: 'DELETE_ERROR', message: 'Failed to delete address' },
  errors: [missingCustomer, missingAddress, unknownAddress],
  reach: ['DeleteItem'],
});

/** The client's methods by name. Each method calls one operation. */
export const methods = {
  list: listCustomerAddresses,
  create: createCustomerAddress,
  get: getCustomerAddress,
  update: updateCustomerAddress,
  delete: deleteCustomerAddress,
} as const;
