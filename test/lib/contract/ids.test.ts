import { expect, test } from 'vitest';
import { id, isPublicId, missingIdMessage } from '../../../lib/contract/kinds/ids.ts';

test.each([
  ['cus_1', true],
  ['cus_01m7y7b3008fbwyq4jbtwd1fgs', true],
  [`cus_${'Z'.repeat(64)}`, true],
  [`cus_${'Z'.repeat(65)}`, false],
  ['cus_', false],
  ['cus', false],
  ['cad_1', false],
  ['CUS_1', false],
  ['cus_1\n', false],
  [' cus_1', false],
  ['cus_é', false],
  [undefined, false],
  [['cus_1'], false],
])('the customer id %j is well formed: %s', (value, expected) => {
  expect(isPublicId('customer', value)).toBe(expected);
});

test.each([
  ['customer', 'Customer ID is required'],
  ['digitalFile', 'File ID is required'],
  ['giftOption', 'Gift option ID is required'],
] as const)('a path without the id of a %s is answered %s', (resource, message) => {
  expect(missingIdMessage(resource)).toBe(message);
});

test.each([
  ['site_id', 'site', 'site_id must be a site ID'],
  ['order_id', 'order', 'order_id must be an order ID'],
  ['key_id', 'apiKey', 'key_id must be an API key ID'],
] as const)('a malformed %s is answered with what it must be', (name, resource, message) => {
  expect(id(name, resource).safeParse('x').error?.issues[0]?.message).toBe(message);
});
