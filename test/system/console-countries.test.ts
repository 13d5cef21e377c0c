/** The form of an address in the console: it shows the countries of the store by name, and asks for what the country has. */
import type { Page } from 'puppeteer-core';
import { beforeAll, expect, test } from 'vitest';
import { button, parts, press, shows, text } from '../support/browser/console-page.ts';
import { keys, staffConsole } from '../support/browser/staff-console.ts';

const local = staffConsole();

const countries = { 3: 'DE', 4: 'HK', 5: 'IE', 6: 'JP', 7: 'SG' };
const byCountry = { countries, address_rules: 'country' };

beforeAll(() => local.invoke('update-store', byCountry));

const opened = async (customer: string, name = 'Add an address') => {
  const page = await local.open(`customers/${customer}/`, { ready: button(name) });
  await press(page, name);
  await page.waitForSelector('dialog [name=street1]');
  return page;
};

/** The labels of the form, with `*` for a required field. */
const labelsOf = (page: Page): Promise<string[]> =>
  page.$$eval('dialog .field', (fields) =>
    fields.map((field) => {
      const { required = false } = Object(field.querySelector('input'));
      return `${field.querySelector('span')?.firstChild?.textContent?.trim()}${required ? '*' : ''}`;
    }),
  );

const always = ['Country', 'First name*', 'Last name*', 'Street*', 'Apartment, suite, unit'];

test.each([
  ['3', 'Germany', ['City*', 'Postal code*']],
  ['4', 'Hong Kong', ['District', 'Area*']],
  ['5', 'Ireland', ['City*', 'County', 'Eircode']],
  ['6', 'Japan', ['Prefecture*', 'Postal code*']],
  ['7', 'Singapore', ['Postal code*']],
  ['2', 'Canada', ['City*', 'State or province*', 'Postal code']],
])('country %s is %s, with the fields %j', async (number, name, fields) => {
  const page = await opened('cus_margaret');
  await page.select('dialog [name=country]', number);
  const chosen = await page.$eval('dialog [name=country]', (select) => Object(select).selectedOptions[0].text);

  expect(chosen).toMatch(name);
  await expect.poll(() => labelsOf(page)).toEqual([...always, ...fields]);
});

test('the countries are in the order of their names, and another one is typed as a number', async () => {
  const page = await opened('cus_margaret');
  const names = await page.$$eval('dialog option', (options) => options.map(({ textContent }) => textContent));
  expect(names.slice(0, 3)).toEqual(['Canada', 'Germany', expect.stringMatching('Hong Kong')]);
  expect(names.slice(-3)).toEqual(['Singapore', 'United States', 'Another country…']);
  await page.select('dialog [name=country]', 'another');
  const values = {
    country_id: '44',
    first_name: 'Ada',
    last_name: 'L',
    street1: '1 Row',
    city: 'London',
    state: 'LND',
  };
  for (const [name, value] of Object.entries(values)) await page.type(`dialog [name=${name}]`, value);
  await page.click(parts.submit);

  await shows(page, 'Country 44');
  expect((await local.ask('customers/cus_margaret/addresses/')).body.data.at(-1)).toMatchObject({ country_id: 44 });
});

test('an address in Germany has no state; a wrong postal code is refused at its field', async () => {
  const page = await opened('cus_alan');
  await page.select('dialog [name=country]', '3');
  const values = { first_name: 'Ada', last_name: 'L', street1: 'Torstr. 1', city: 'Berlin', zip: '1011' };
  for (const [name, value] of Object.entries(values)) await page.type(`dialog [name=${name}]`, value);
  await page.click(parts.submit);
  expect(await text(page, parts.error)).toBe('Enter a postal code of Germany, such as 26133.');
  expect(await page.evaluate('document.activeElement.name')).toBe('zip');

  await page.type('dialog [name=zip]', '9');
  await page.click(parts.submit);
  await shows(page, 'Address added.');
  expect(await text(page, parts.address)).toMatch(/Torstr\. 1.*Berlin 10119.*Germany/);
});

test('an edit keeps a stored field that the country does not have', async () => {
  const named = { email: 'old@example.com', email_verified: true, first_name: 'Old', last_name: 'One' };
  await local.invoke('import-records', { customers: [{ id: 'cus_old', ...named }] });
  await local.invoke('update-store', { address_rules: 'contract' });
  const stored = {
    first_name: 'Old',
    last_name: 'One',
    street1: 'Torstr. 1',
    city: 'Berlin',
    state: 'BE',
    country_id: 3,
  };
  await local.ask('customers/cus_old/addresses/', { method: 'POST', body: { ...stored, zip: '10119' } });
  await local.invoke('update-store', byCountry);
  const page = await opened('cus_old', 'Edit');

  expect(await labelsOf(page)).toEqual([...always, 'City*', 'State or province', 'Postal code*']);
  await page.type('dialog [name=street2]', 'Hof');
  await page.click(parts.submit);
  await shows(page, 'Address saved.');
  const { body } = await local.ask('customers/cus_old/addresses/', { key: keys.read });
  expect(body.data).toMatchObject([{ ...stored, street2: 'Hof', zip: '10119' }]);
});
