/** The countries of the store, and what the form of an address asks for in each. */
import { formOf, ruleOf } from '../../../../../lib/resources/customer-addresses/country-rules.ts';
import { session } from '../../state/session.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** The store of the person, as its key shows it. */
const settings = () => session.value?.key.store;

/** The name of a country of the store; a number that the store does not have is shown as it is. */
export function nameOfCountry(country_id: number): string {
  const code = settings()?.countries[country_id];
  return code === undefined ? `Country ${country_id}` : (names.of(code) ?? code);
}

/** A valid postal code of a country of the store; undefined if the country has no rule for it. */
export function exampleOfZip(country_id: number): string | undefined {
  const code = settings()?.countries[country_id];
  return code === undefined ? undefined : ruleOf(code).example;
}

/** Each country of the store by its number, in the order of the names. */
export const countriesOfStore = (): [string, string][] =>
  Object.keys(settings()?.countries ?? {})
    .map((number): [string, string] => [number, nameOfCountry(Number(number))])
    .toSorted(([, a], [, b]) => a.localeCompare(b));

/** A field that not every country has. */
interface Part {
  label: string;
  isRequired: boolean;
}

/** The fields that the form asks for; absent fields are not part of an address there. */
interface Parts {
  city?: Part;
  state?: Part;
  zip?: Part;
}

/** What every address has that the contract decides about. */
const ofContract: Parts = {
  city: { label: 'City', isRequired: true },
  state: { label: 'State or province', isRequired: true },
  zip: { label: 'Postal code', isRequired: false },
};

/** What people call the fields, by the names in the metadata of the country. */
const labels: Readonly<Record<string, string>> = {
  ...{ district: 'District', post_town: 'Town', suburb: 'Suburb' },
  ...{ area: 'Area', county: 'County', department: 'Department', do_si: 'Province or city', emirate: 'Emirate' },
  ...{
    island: 'Island',
    oblast: 'Oblast',
    parish: 'Parish',
    prefecture: 'Prefecture',
    region: 'Region',
    state: 'State',
  },
  ...{ eircode: 'Eircode', pin: 'PIN code', zip: 'ZIP code' },
};

/** The fields of an address in a country of the store. */
export function partsOf(country_id: number): Parts {
  const { countries = {}, address_rules } = settings() ?? {};
  const code = countries[country_id];
  if (address_rules !== 'country' || code === undefined || country_id === 1 || country_id === 2) return ofContract;
  const form = formOf(code);
  const { required } = ruleOf(code);
  const part = (letter: string, name: string | undefined, usual: string) =>
    form.fields.includes(letter) && { label: labels[name ?? ''] ?? usual, isRequired: required.includes(letter) };
  const [city, state, zip] = [
    part('C', form.city, 'City'),
    part('S', form.state, 'Province'),
    part('Z', form.zip, 'Postal code'),
  ];
  return { ...(city && { city }), ...(state && { state }), ...(zip && { zip }) };
}
