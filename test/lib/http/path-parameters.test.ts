/** Path parameters under the names that API Gateway has for them. */
import { expect, test } from 'vitest';
import { validation } from '../../../lib/http/validation.ts';
import { listCustomerAddresses } from '../../../lib/resources/customer-addresses/operations.ts';

const validated = async (event: object) =>
  (await validation(listCustomerAddresses).before({}, { event, context: {} as never })).path;

test('are known by their place where another path has named the variable', async () => {
  const event = { resource: '/api/v1/customers/{customer_id}/addresses', pathParameters: { customer_id: 'cus_1' } };

  expect(await validated(event)).toEqual({ id: 'cus_1' });
});

test('are known by their name in an event that names no resource', async () => {
  expect(await validated({ pathParameters: { id: 'cus_1' } })).toEqual({ id: 'cus_1' });
});
