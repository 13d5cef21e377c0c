/** Contract, "Customer addresses". */
import * as z from 'zod/mini';
import type { ErrorRow } from '../kinds/errors.ts';
import { bodyOf, idOf, nullableText, objectOf, requiredInteger, requiredText, times } from '../kinds/field.ts';
import { limits } from '../kinds/limits.ts';
import { operation } from '../kinds/operation.ts';
import { listOf, page } from '../kinds/paging.ts';

const shared = { section: 'Customer addresses', folder: 'customer-addresses' } as const;

const max = limits.addressField;

/** What a customer's address holds. A new field is one line here. */
export const addressFields = {
  first_name: requiredText({
    label: 'First name',
    max,
    words: "Given name of whoever receives at this address; need not be the customer's.",
    example: 'Ada',
    personal: true,
  }),
  last_name: requiredText({
    label: 'Last name',
    max,
    words: 'Family name of whoever receives at this address.',
    example: 'Lovelace',
    personal: true,
  }),
  street1: requiredText({
    label: 'Street1',
    max,
    words: 'House number and street.',
    example: '5 Loom Lane',
    personal: true,
  }),
  street2: nullableText({
    label: 'Street2',
    max,
    words: 'Apartment, suite or unit; null where there is none.',
    example: 'Floor 2',
    personal: true,
  }),
  city: requiredText({
    label: 'City',
    max,
    words: 'Town or city as it is written on a parcel.',
    example: 'Boston',
    personal: true,
  }),
  state: requiredText({
    label: 'State',
    max,
    words: 'Code of the state or province, such as `NY` or `ON`; not checked against the country.',
    example: 'MA',
  }),
  country_id: requiredInteger({
    label: 'Country ID',
    min: 1,
    outside: 'Country ID must be 1 or more',
    words:
      "Number of the country in the store's own lookup: 1 is the United States, 2 is Canada. Any integer from 1 is accepted.",
    example: 1,
  }),
  zip: nullableText({
    label: 'Zip',
    max,
    words: 'Postal code; null for countries that have none.',
    example: '02108',
    personal: true,
  }),
};

/** Body of create and update. */
export const addressInput = bodyOf('AddressInput', addressFields);

export type AddressInput = z.output<typeof addressInput>;

/** Contract, "Customer address object". */
export const customerAddress = objectOf('CustomerAddress', {
  id: idOf('address', {
    words: 'Public id of the address, `cad_…`. Ids made by the service sort by their creation.',
    example: 'cad_01khdq50018v3k5x9w2t6r0ybn',
  }),
  ...addressFields,
  ...times,
});

export type CustomerAddress = z.output<typeof customerAddress>;

const missingCustomer: ErrorRow = {
  code: 'MISSING_FIELD',
  message: 'Customer ID is required',
  when: 'the path names no customer',
};
const missingAddress: ErrorRow = {
  code: 'MISSING_FIELD',
  message: 'Address ID is required',
  when: 'the path names no address',
};
const missingName: ErrorRow = {
  code: 'MISSING_FIELD',
  message: 'First name is required',
  when: 'a required field is absent, null or empty',
};
const invalid: ErrorRow = {
  code: 'INVALID_FIELD',
  message: `First name must be ${max} characters or fewer`,
  when: 'a field breaks a rule',
};
const unknownCustomer: ErrorRow = {
  code: 'NOT_FOUND',
  message: 'Customer not found',
  when: 'the customer does not exist',
};
const unknownAddress: ErrorRow = {
  code: 'NOT_FOUND',
  message: 'Address not found',
  when: 'the address does not exist, or is of another customer',
};

export const listCustomerAddresses = operation({
  ...shared,
  name: 'list-customer-addresses',
  summary: 'List the addresses of a customer, by id',
  method: 'GET',
  path: '/api/v1/customers/{id}/addresses/',
  permission: 'Read',
  parameters: { id: 'customer' },
  query: z.object(page({ resource: 'address' })),
  invalidQuery: 'INVALID_REQUEST_ERROR',
  success: { status: 200, description: 'A page of addresses', schema: listOf(customerAddress) },
  notFound: unknownCustomer.message,
  failure: { code: 'LIST_ERROR', message: 'Failed to list addresses' },
  errors: [missingCustomer, unknownCustomer],
  reach: ['Query'],
});

export const createCustomerAddress = operation({
  ...shared,
  name: 'create-customer-address',
  summary: 'Create an address of a customer',
  method: 'POST',
  path: '/api/v1/customers/{id}/addresses/',
  permission: 'Write',
  parameters: { id: 'customer' },
  body: addressInput,
  success: { status: 201, description: 'The created address', schema: customerAddress },
  notFound: unknownCustomer.message,
  failure: { code: 'CREATE_ERROR', message: 'Failed to create address' },
  errors: [missingCustomer, missingName, invalid, unknownCustomer],
  reach: ['PutItem', 'ConditionCheckItem'],
});

export const getCustomerAddress = operation({
  ...shared,
  name: 'get-customer-address',
  summary: 'Get an address of a customer',
  method: 'GET',
  path: '/api/v1/customers/{id}/addresses/{address_id}/',
  permission: 'Read',
  parameters: { id: 'customer', address_id: 'address' },
  success: { status: 200, description: 'The address', schema: customerAddress },
  notFound: unknownAddress.message,
  failure: { code: 'GET_ERROR', message: 'Failed to get address' },
  errors: [missingCustomer, missingAddress, unknownAddress],
});

export const updateCustomerAddress = operation({
  ...shared,
  name: 'update-customer-address',
  summary: 'Replace an address of a customer; an optional field left out becomes null',
  method: 'PUT',
  path: '/api/v1/customers/{id}/addresses/{address_id}/',
  permission: 'Write',
  parameters: { id: 'customer', address_id: 'address' },
  body: addressInput,
  success: { status: 200, description: 'The updated address', schema: customerAddress },
  notFound: unknownAddress.message,
  failure: { code: 'UPDATE_ERROR', message: 'Failed to update address' },
  errors: [missingCustomer, missingAddress, missingName, invalid, unknownAddress],
  reach: ['PutItem'],
});

export const deleteCustomerAddress = operation({
  ...shared,
  name: 'delete-customer-address',
  summary: 'Delete an address of a customer for good',
  method: 'DELETE',
  path: '/api/v1/customers/{id}/addresses/{address_id}/',
  permission: 'Write',
  parameters: { id: 'customer', address_id: 'address' },
  success: { status: 204, description: 'The address is deleted' },
  notFound: unknownAddress.message,
  failure: { code: 'DELETE_ERROR', message: 'Failed to delete address' },
  errors: [missingCustomer, missingAddress, unknownAddress],
  reach: ['DeleteItem'],
});
