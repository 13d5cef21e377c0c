import { describe, expect, test } from 'vitest';
import { masked, maskOf, secretFields } from '../../../bin/mcp/masks.ts';
import { exampleOf, operations } from '../../../lib/resources/nouns.ts';
import { newGiftCardCode } from '../../../lib/runtime/ids.ts';

const apiKey = 'sk_demo_key';
const mask = maskOf({ apiKey, showCodes: false });
const shown = maskOf({ apiKey, showCodes: true });

/** Codes in groups, signatures of links and API keys, as replies contain them. */
const secret = /(?:[A-Z2-9]{4}-){6}[A-Z2-9]{4}|X-Amz-Signature|sk_\w/;

test('a tool masks each secret of its result, and no other tool has one', () => {
  const withSecrets = operations.filter((each) => secret.test(JSON.stringify(exampleOf(each).reply ?? null)));
  const left = operations.filter((each) =>
    secret.test(JSON.stringify(mask(exampleOf(each).reply, secretFields(each)) ?? null)),
  );

  expect(withSecrets.map(({ name }) => name)).toEqual([
    'start-gift-option-image-upload',
    'resume-gift-option-image-upload',
    'issue-gift-card',
    'replace-gift-card-code',
    'start-digital-file-upload',
    'resume-digital-file-upload',
  ]);
  expect(left).toEqual([]);
  expect(withSecrets.filter((each) => secretFields(each).length === 0)).toEqual([]);
});

test('a result without secrets stays as it is', () => {
  const others = operations.filter((each) => secretFields(each).length === 0);

  expect(others.map((each) => mask(exampleOf(each).reply, secretFields(each)))).toEqual(
    others.map((each) => exampleOf(each).reply),
  );
});

describe('a text', () => {
  const groups = (code: string, separator: string) => code.match(/.{4}/g)?.join(separator) ?? '';

  test.each(['-', ' ', ''])('has no gift card code in groups joined with "%s"', (separator) => {
    for (let drawn = 0; drawn < 200; drawn += 1) {
      const code = newGiftCardCode();
      // Without hyphens, seven words of four letters look like the one code in 3,000 that has no digit.
      if (separator !== '-' && !/\d/.test(code)) continue;
      const written = groups(code, separator);

      expect(mask({ note: `My code (${written}) does not work.` })).toEqual({
        note: `My code (${masked}) does not work.`,
      });
      expect(mask(written.toLowerCase())).toBe(masked);
    }
  });

  test.each([
    'They have been seen here when that came',
    'gcd_01khdq50018v3k5x9w2t6r0ybn',
    'gct_ABCDEFGHJKLMNPQRSTUVWXYZ2345',
    '4111 2222 3333 4444',
    'https://example.com/a',
  ])('without a code stays: %s', (text) => {
    expect(mask(text)).toBe(text);
  });

  test('never contains the API key', () => {
    const value = { message: `Bearer ${apiKey}`, list: [apiKey] };

    expect([mask(value), shown(value)].map((each) => JSON.stringify(each).includes(apiKey))).toEqual([false, false]);
  });
});

test('codes and links are shown if the user wants to see them', () => {
  const replies = operations.map((each) => exampleOf(each).reply);

  expect(operations.map((each) => shown(exampleOf(each).reply, secretFields(each)))).toEqual(replies);
});
