import { expect, test } from 'vitest';
import { countryTables } from '../../../bin/build/address-metadata.ts';
import { countryForms, countryRules, formOf, ruleOf } from '../../../lib/resources/customer-addresses/country-rules.ts';
import { brokenRules } from '../../../lib/resources/customer-addresses/rules.ts';
import { countryCodes } from '../../../lib/schema/countries.ts';

test('the tables are what the package yields: node bin/build/address-metadata.ts writes them', async () => {
  expect({ countryRules, countryForms }).toEqual(await countryTables());
});

const whole = { city: 'x', state: 'x', country_id: 3 };
const inCountry = (code: string) => ({ address_rules: 'country', countries: { 3: code } }) as const;

test.each(countryCodes)('%s: an address with each field that its form has is valid', (code) => {
  const [rule, { fields }] = [ruleOf(code), formOf(code)];
  expect([...fields]).toEqual(expect.arrayContaining([...rule.required]));
  const sent = {
    country_id: 3,
    city: fields.includes('C') ? 'x' : '',
    state: fields.includes('S') ? 'x' : '',
    zip: fields.includes('Z') ? rule.example : '',
  };

  expect(brokenRules(sent, inCountry(code))).toEqual([]);
});

const withCodes = Object.entries(countryRules).filter(([, { zip }]) => zip !== undefined);

test('most countries have postal codes', () => {
  expect(withCodes.length).toBeGreaterThan(170);
});

test.each(withCodes)(
  '%s: its example is a postal code, and anything more than one is not',
  (code, { example = '' }) => {
    const broken = (zip: string) => brokenRules({ ...whole, zip }, inCountry(code)).map(({ message }) => message);
    const wrong = [`Zip must be a postal code of ${code}, such as ${example}`];

    expect(broken(example)).toEqual([]);
    expect(broken(` ${example.toLowerCase()} `)).toEqual([]);
    expect(broken(`${example}#`)).toEqual(wrong);
    expect(broken(`#${example}`)).toEqual(wrong);
    expect(broken(`${example}\n${example}`)).toEqual(wrong);
  },
);

test.each(withCodes)('%s: a hostile postal code takes no exponential time', (code) => {
  const startedAt = performance.now();
  for (const part of ['0', 'A', '0 ', 'A0', '-']) brokenRules({ ...whole, zip: part.repeat(255) }, inCountry(code));

  // Generous, as other tests run beside it: an exponential expression would take years.
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
