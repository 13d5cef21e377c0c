/** The claims of a shopper token, and its signature. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sign, verify } from '../../../lib/resources/shopper-tokens/records.ts';
import { type Claims, networkOf, originOf } from '../../../lib/resources/shopper-tokens/rules.ts';
import { derivedKey } from '../../../lib/runtime/deployment-key.ts';
import { scopes } from '../../../lib/schema/shop-call.ts';

const now = '2026-02-14T09:30:00Z';
const later = '2026-02-14T09:45:00Z';

const claims: Claims = { store_id: 'sto_one', customer_id: 'cus_ada', scopes: ['review', 'waitlist'] };

describe('a shopper token', () => {
  test('contains its claims, for any subject and text', { tags: 'long' }, async () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 100 });
    const subject = fc.oneof(
      text.map((customer_id) => ({ customer_id })),
      text.map((email) => ({ email })),
      text.map((visitor) => ({ visitor })),
    );
    const stated = fc.record({ subject, scopes: fc.subarray([...scopes], { minLength: 1 }), order: fc.option(text) });

    await fc.assert(
      fc.asyncProperty(stated, async ({ subject, scopes, order }) => {
        const made = { ...subject, store_id: 'sto_one', scopes, ...(order !== null && { order_id: order }) };
        const token = await sign(made, later);

        expect(token).toMatch(/^sht1\.[\w-]+\.[\w-]{43}$/);
        expect(await verify(token, now)).toEqual(made);
      }),
      { numRuns: 50 },
    );
  });

  test('is valid until the second in which it expires', async () => {
    const token = await sign(claims, later);

    expect(await verify(token, '2026-02-14T09:44:59Z')).toEqual(claims);
    expect(await verify(token, later)).toBeUndefined();
  });

  test('with any character changed, added or removed is refused', async () => {
    const token = await sign(claims, later);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const others = [...token].flatMap((character, index) => [
      `${token.slice(0, index)}${token.slice(index + 1)}`,
      ...[...`${alphabet}.=`]
        .filter((other) => other !== character)
        .map((other) => `${token.slice(0, index)}${other}${token.slice(index + 1)}`),
    ]);

    for (const other of [
      ...others,
      `${token}A`,
      `A${token}`,
      `${token}=`,
      '',
      '.',
      '..',
      'sht1..',
      token.replace('sht1', 'constructor'),
    ]) {
      expect(await verify(other, now)).toBeUndefined();
    }
  });

  test('of another key or of an unknown version is refused', async () => {
    const [version, statement] = (await sign(claims, later)).split('.');
    const signedUnder = async (signed: string, purpose: 'shoppers' | 'shopper-tokens') =>
      `${signed}.${createHmac('sha256', await derivedKey(purpose))
        .update(signed)
        .digest('base64url')}`;

    expect(await verify(await signedUnder(`${version}.${statement}`, 'shopper-tokens'), now)).toEqual(claims);
    expect(await verify(await signedUnder(`${version}.${statement}`, 'shoppers'), now)).toBeUndefined();
    expect(await verify(await signedUnder(`sht2.${statement}`, 'shopper-tokens'), now)).toBeUndefined();
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['https://shop.example.com', 'https://shop.example.com'],
  ['https://Shop.Example.com:443/tea?x#y', 'https://shop.example.com'],
  ['http://localhost:8080/', 'http://localhost:8080'],
  ['https://täst.example/', 'https://xn--tst-qla.example'],
  ['mailto:shop@example.com', undefined],
  ['not an address', undefined],
])('the origin of %j is %j', (url, origin) => {
  expect(originOf(url)).toBe(origin);
});
