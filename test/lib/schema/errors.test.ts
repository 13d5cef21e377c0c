import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type ApiError, parse } from '../../../lib/schema/errors.ts';

const positive = (name: string) => z.int(`${name} must be an integer`);
const order = z.object({
  id: z.string('id is required'),
  order: z.object({ lines: z.array(z.object({ quantity: positive('quantity'), price: positive('price') })) }),
  labels: z.optional(z.record(z.string(), positive('label'))),
});

function refusal(value: unknown, wording?: Parameters<typeof parse>[3]): ApiError {
  try {
    parse(order, value, 'INVALID_FIELD', wording);
  } catch (error) {
    return error as ApiError;
  }
  return expect.unreachable();
}

const lines = [
  { quantity: 1, price: 'a' },
  { quantity: 'a', price: 1 },
];

test('every wrong field is named once, in the schema’s order, with its place in a list', () => {
  const { fields, message, code } = refusal({ order: { lines } });

  expect(fields).toEqual(['id', 'order.lines[0].price', 'order.lines[1].quantity']);
  expect({ message, code }).toEqual({ message: 'id is required', code: 'MISSING_FIELD' });
});

test('a message lists every broken rule once where the contract has no message of its own', () => {
  const { message, code } = refusal({ id: 'a', order: { lines: [...lines, ...lines] } }, { all: true });

  expect({ message, code }).toEqual({
    message: 'price must be an integer; quantity must be an integer',
    code: 'INVALID_FIELD',
  });
});

test('a query parameter is named with a question mark', () => {
  expect(refusal({}, { prefix: '?' }).fields).toEqual(['?id', '?order']);
});

test('a caller’s own names are only listed if a header can hold them', () => {
  const labels = { 'two\r\nlines': 'a', fine: 'a' };

  expect(refusal({ id: 'a', order: { lines: [] }, labels }).fields).toEqual(['labels', 'labels.fine']);
});

test('of more than 100 wrong fields the first 100 are named', () => {
  const many = Array.from({ length: 101 }, () => ({ quantity: 'a', price: 1 }));

  expect(refusal({ id: 'a', order: { lines: many } }).fields).toHaveLength(100);
});
