import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { holdGiftCard } from '../../../lib/resources/gift-cards/functions.ts';
import { refundOrder } from '../../../lib/resources/orders/functions.ts';
import { restockVariant } from '../../../lib/resources/waitlist/functions.ts';
import { show } from '../../../lib/schema/field.ts';
import { callersId, id, isPublicId, missingIdMessage } from '../../../lib/schema/ids.ts';
import { formatMoney } from '../../../lib/schema/money.ts';
import { codePoints } from '../../../lib/schema/text.ts';
import { parseRfc3339, timestampInput } from '../../../lib/schema/times.ts';
import { isLocale } from '../../../lib/schema/values.ts';

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

test.each([
  [123_456, 'USD', 'en', '$1,234.56'],
  [123_456, 'EUR', 'de', '1.234,56\u00a0€'],
  [5, 'USD', 'en', '$0.05'],
  [0, 'USD', 'en-GB', 'US$0.00'],
  [-1250, 'USD', 'en', '-$12.50'],
  [500, 'JPY', 'ja', '￥500'],
  [0, 'JPY', 'en', '¥0'],
  [123_456, 'KWD', 'en', 'KWD\u00a0123.456'],
  [Number.MAX_SAFE_INTEGER, 'USD', 'en', '$90,071,992,547,409.91'],
  [-Number.MAX_SAFE_INTEGER, 'JPY', 'en', '-¥9,007,199,254,740,991'],
])('%i in the smallest unit of %s is written in %s as %s', (amount, currency, locale, shown) => {
  expect(formatMoney(amount, currency, locale)).toBe(shown);
});

test.each(['en', 'de-AT', 'zh-Hant-TW', 'AR-eg', 'sr-Latn', 'ja-JP-u-ca-japanese'])('%s is a locale', (tag) => {
  expect(isLocale(tag)).toBe(true);
});

test.each(['', 'd', 'de_AT', 'de-', ' de', 'deutsch land', 'de, fr', '<b>', `de-x-${'abcdefgh-'.repeat(12)}abc`])(
  '%j is no locale',
  (tag) => {
    expect(isLocale(tag)).toBe(false);
  },
);

const schema = z.object({ id: z.string(), actor: z.object({ type: z.string() }), note: z.nullable(z.string()) });

test('a record is shown without what the reply has no field for', () => {
  const record = { id: 'gct_1', actor: { type: 'system' }, note: null, pk: 'sto_1#GIFT_CARD#gcd_1', version: 3 };

  expect(show(schema, record)).toEqual({ id: 'gct_1', actor: { type: 'system' }, note: null });
});

test('length is counted in code points', () => {
  expect(codePoints('')).toBe(0);
  expect(codePoints('aé😀')).toBe(3);
});

describe('an RFC 3339 time', () => {
  test.each([
    ['2026-05-06T07:08:09Z', '2026-05-06T07:08:09Z'],
    ['2026-05-06t07:08:09z', '2026-05-06T07:08:09Z'],
    ['2026-05-06T07:08:09.999999999Z', '2026-05-06T07:08:09Z'],
    ['2026-05-06T07:08:09+02:00', '2026-05-06T05:08:09Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00Z'],
    ['2024-02-29T00:00:00-00:30', '2024-02-29T00:30:00Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59Z'],
  ])('%s is kept as %s', (given, kept) => {
    expect(timestampInput('expires_at').parse(given)).toBe(kept);
  });

  test.each([
    '2026-05-06',
    '2026-05-06T07:08Z',
    '2026-05-06 07:08:09Z',
    '2026-05-06T07:08:09',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-05-06T24:00:00Z',
    '2026-05-06T07:08:09+24:00',
    '2026-05-06T07:08:09+0200',
    '+12026-05-06T07:08:09Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    'tomorrow',
    '',
  ])('%j is refused', (given) => {
    expect(parseRfc3339(given)).toBeUndefined();
    expect(timestampInput('expires_at').safeParse(given).success).toBe(false);
  });
});
