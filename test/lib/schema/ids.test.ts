import { expect, test } from 'vitest';
import { holdGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import { refundOrder } from '../../../lib/resources/orders/functions.ts';
import { restockVariant } from '../../../lib/resources/waitlist/functions.ts';
import { callersId, id, isPublicId, missingIdMessage } from '../../../lib/schema/ids.ts';

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

test('an id of the caller’s own is any text but one that roles take for a list of API keys', () => {
  const checkout = callersId('checkout_id', 64);

  expect(checkout.safeParse('cart 1#APIKEYS#2').success).toBe(true);
  expect(checkout.safeParse('cart#APIKEYS').error?.issues[0]?.message).toBe('checkout_id must not end in #APIKEYS');
});

test.each([
  ['hold-gift-card', holdGiftCard, { checkout_id: 'a#APIKEYS' }],
  ['refund-order', refundOrder, { refund_id: 'a#APIKEYS' }],
  ['restock-variant', restockVariant, { restock_id: 'a#APIKEYS' }],
] as const)('%s refuses such an id: its role could not keep it', (_, { payload }, given) => {
  const [name] = Object.keys(given);

  expect(payload.safeParse(given).error?.issues.find(({ path }) => path[0] === name)?.message).toContain('#APIKEYS');
});
