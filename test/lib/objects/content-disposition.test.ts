import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachment } from '../../../lib/objects/links.ts';

test.each([
  ['manual.pdf', 'attachment; filename="manual.pdf"'],
  ['a b;c.zip', 'attachment; filename="a b;c.zip"'],
  ['say "hi".txt', `attachment; filename="say _hi_.txt"; filename*=UTF-8''say%20%22hi%22.txt`],
  ['back\\slash', `attachment; filename="back_slash"; filename*=UTF-8''back%5Cslash`],
  ['100%41.txt', `attachment; filename="100_41.txt"; filename*=UTF-8''100%2541.txt`],
  ['€ rates.pdf', `attachment; filename="_ rates.pdf"; filename*=UTF-8''%E2%82%AC%20rates.pdf`],
  ["it's (1)*!.txt€", `attachment; filename="it's (1)*!.txt_"; filename*=UTF-8''it%27s%20%281%29%2A!.txt%E2%82%AC`],
  ['😀.png', `attachment; filename="_.png"; filename*=UTF-8''%F0%9F%98%80.png`],
  ['a\r\nSet-Cookie: b', `attachment; filename="a__Set-Cookie: b"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b`],
])('%j', (name, expected) => {
  expect(attachment(name)).toBe(expected);
});

test('any name, even half a character, makes a header that cannot be broken out of and gives the name back', {
  tags: 'long',
}, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const match = /^attachment; filename="([^"\\]*)"(?:; filename\*=UTF-8''([\w!#$&+.^`|~%-]*))?$/.exec(
        attachment(name),
      );

      expect(match).not.toBeNull();
      expect(match?.[0]).toMatch(/^[\x20-\x7e]*$/);
      expect(match?.[2] === undefined ? match?.[1] : decodeURIComponent(match[2])).toBe(name.toWellFormed());
    }),
  );
});
