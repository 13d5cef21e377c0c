import { expect, test } from 'vitest';
import { languageOf, linkIn } from '../../../bin/hosted-pages/browser/link.ts';
import { lastingToken } from '../../support/http/shop.ts';

test('the link has the store of its token', async () => {
  // The encoding of some of these needs each of its characters.
  for (const email of ['ada@example.com', 'ÿþ~~~???@example.com', 'ア@example.com']) {
    const token = await lastingToken('sto_demo', { email });
    expect(linkIn(`#t=${token}`)).toEqual({ token, store: 'sto_demo' });
  }
});

const statement = (claims: unknown) => `sht1.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.hmac`;

test.each([
  '',
  '#',
  '#t=',
  '#t=sht1',
  '#t=sht1.!.x',
  '#t=sht1.e30.x',
  '#t=sht1.bm8.x',
  `#t=${statement(null)}`,
  `#t=${statement({ store: 'sto_1/../../x' })}`,
  `#t=${statement({ store: ['sto_1', 'x'] })}`,
])('the fragment %j is no link', (fragment) => {
  expect(linkIn(fragment)).toBeUndefined();
});

test.each<[string, string[], string]>([
  ['?lang=de', ['fr'], 'de'],
  ['?lang=de-AT', ['fr'], 'de-AT'],
  ['?lang=fi', ['fi', 'fr-CA', 'de'], 'fr-CA'],
  ['?lang=%00', [], ''],
  ['', ['fi'], ''],
])('the query %j in a browser with %j has the language %j', (query, browser, language) => {
  expect(languageOf(query, browser)).toBe(language);
});
