/** The token of an unsubscribe link, purely. */
import { describe, expect, test } from 'vitest';
import {
  type UnsubscribeClaims,
  unsubscribeClaimsIn,
  unsubscribeTokenOf,
} from '../../../lib/mail/unsubscribe-token.ts';
import { deriveKey } from '../../../lib/runtime/deployment-key.ts';
import { toSeconds, toTimestamp } from '../../../lib/schema/times.ts';
import { digestOf } from '../../../lib/table/keys.ts';

const key = deriveKey('the key of a deployment', 'unsubscribe');
const now = '2026-11-26T12:00:00Z';
const claims: UnsubscribeClaims = {
  list: 'restock',
  store_id: 'sto_01khdq50308v3k5x9w2t6r0ybn',
  shopper: digestOf('ada@example.com').toString('base64url'),
  language: 'de',
};
const token = unsubscribeTokenOf(claims, key, now);

const after = (seconds: number): string => toTimestamp((toSeconds(now) + seconds) * 1000);
const days90 = 90 * 24 * 60 * 60;

test('a token returns its claims for 90 days, to the second', () => {
  expect(unsubscribeClaimsIn(token, key, now)).toEqual(claims);
  expect(unsubscribeClaimsIn(token, key, after(days90 - 1))).toEqual(claims);
  expect(unsubscribeClaimsIn(token, key, after(days90))).toBeUndefined();
});

test('a token is short, safe in an address, and contains no address', () => {
  expect(token).toMatch(/^[\w-]{90,120}$/);
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/ada|example/);
});

describe('a token is refused', () => {
  test('if any of its bits is another', () => {
    const bytes = Buffer.from(token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const altered = Buffer.from(bytes);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(unsubscribeClaimsIn(altered.toString('base64url'), key, now), `bit ${bit}`).toBeUndefined();
    }
  });

  test('if it was signed for another purpose, or under another key', () => {
    const others = [
      deriveKey('the key of a deployment', 'shoppers'),
      deriveKey('the key of a deployment', 'mark'),
      deriveKey('the key of another deployment', 'unsubscribe'),
    ];
    for (const other of others) {
      expect(unsubscribeClaimsIn(unsubscribeTokenOf(claims, other, now), key, now)).toBeUndefined();
    }
  });

  test('if the language or the store is exchanged for that of another token', () => {
    const french = Buffer.from(unsubscribeTokenOf({ ...claims, language: 'fr' }, key, now), 'base64url');
    const other = Buffer.from(unsubscribeTokenOf({ ...claims, store_id: 'sto_other' }, key, now), 'base64url');
    const own = Buffer.from(token, 'base64url');
    const spliced = [
      Buffer.concat([french.subarray(0, 3), own.subarray(3)]),
      Buffer.concat([own.subarray(0, 39), other.subarray(39, -16), own.subarray(-16)]),
    ];

    for (const bytes of spliced) {
      expect(unsubscribeClaimsIn(bytes.toString('base64url'), key, now)).toBeUndefined();
    }
  });

  test.each([
    ['nothing', ''],
    ['one character', 'A'],
    ['text', 'not a token, but some text that is as long as one, with spaces and an é, and then even longer than it'],
    ['only a signature', token.slice(-22)],
    ['a cut token', token.slice(0, -1)],
    ['a longer token', `${token}A`],
    ['a token with padding', `${token}==`],
    ['a token with a space', `${token.slice(0, 20)} ${token.slice(20)}`],
    ['very much', 'A'.repeat(10_000)],
  ])('if it is %s', (_, text) => {
    expect(unsubscribeClaimsIn(text, key, now)).toBeUndefined();
  });

  test('if only bits that are no part of its bytes differ', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const bytes = Buffer.from(token, 'base64url');
    const alike = [...alphabet]
      .map((last) => token.slice(0, -1) + last)
      .filter((text) => text !== token && Buffer.from(text, 'base64url').equals(bytes));

    expect(alike.map((text) => unsubscribeClaimsIn(text, key, now))).toEqual(alike.map(() => undefined));
    // The last character holds such bits, unless the bytes fill it.
    expect(bytes.length % 3 === 0 || alike.length > 0).toBe(true);
  });
});

test('a token in a language that this release lacks is good, and its page is English', () => {
  const later = unsubscribeTokenOf({ ...claims, language: 'fi' as never }, key, now);

  expect(unsubscribeClaimsIn(later, key, now)).toEqual({ ...claims, language: 'en' });
});
