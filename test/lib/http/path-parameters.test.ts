/** Path parameters under the names that API Gateway has for them. */
import { expect, test } from 'vitest';
import { validation } from '../../../lib/http/validation.ts';
import { listCustomerAddresses } from '../../../lib/resources/customer-addresses/operations.ts';

const validated = (event: object) => {
  const exchange: { path?: unknown } = {};
  validation(listCustomerAddresses).before({ event, context: { exchange } } as never);
  return exchange.path;
};

test('are known by their place where another path has named the variable', () => {
  const event = { resource: '/api/v1/customers/{customer_id}/addresses', pathParameters: { customer_id: 'cus_1' } };

  expect(validated(event)).toEqual({ id: 'cus_1' });
});

test('are known by their name in an event that names no resource', () => {
  expect(validated({ pathParameters: { id: 'cus_1' } })).toEqual({ id: 'cus_1' });
});
